import type { Tx } from "../../db/index.js";

/** Marks the tenant's expired capsules; gives their number. */
export async function expireCapsules(tx: Tx, limit: number): Promise<number> {
  const [row] = await tx.query<{ n: number }>(`select palimpsest.expire_capsules($1) as n`, [limit]);
  return row!.n;
}
