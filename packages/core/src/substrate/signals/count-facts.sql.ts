import type { Tx } from "../../db/index.js";

/** How many facts of this category the caller has in force, those of its transaction included. */
export async function countFacts(tx: Tx, category: string): Promise<number> {
  const [row] = await tx.prepared<{ n: string }>(`select palimpsest.count_facts($1) as n`, [category]);
  return Number(row!.n);
}
