import type { Tx } from "../../db/index.js";

/** Sets the state of a memory without logging it. False if the caller cannot see the memory. */
export async function setStatus(tx: Tx, id: string, status: string): Promise<boolean> {
  const [row] = await tx.query<{ changed: boolean }>(`select palimpsest.set_status($1, $2) as changed`, [
    id,
    status,
  ]);
  return row!.changed;
}
