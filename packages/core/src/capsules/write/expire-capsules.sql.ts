import type { Tx } from "../../db/index.js";

/** Marks capsules of the transaction's tenant whose time is over; gives their number. */
export async function expireCapsules(tx: Tx, limit: number): Promise<number> {
  const [row] = await tx.query<{ n: number }>(`select palimpsest.expire_capsules($1) as n`, [limit]);
  return row!.n;
}
