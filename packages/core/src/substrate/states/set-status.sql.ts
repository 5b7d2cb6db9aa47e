import type { Tx } from "../../db/index.js";

/** Moves a memory that the caller may see to a state; the log of states is written apart. False if it cannot be seen. */
export async function setStatus(tx: Tx, id: string, status: string): Promise<boolean> {
  const [row] = await tx.query<{ changed: boolean }>(`select palimpsest.set_status($1, $2) as changed`, [
    id,
    status,
  ]);
  return row!.changed;
}
