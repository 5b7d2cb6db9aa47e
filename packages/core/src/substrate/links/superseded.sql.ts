import type { Tx } from "../../db/index.js";

/**
 * Gives the memories that these supersede, directly or through others, the state that follows: each is superseded while
 * any memory that supersedes it, directly or through others, is not retracted.
 */
export async function settleSuperseded(tx: Tx, ids: string[]): Promise<void> {
  await tx.query(`select palimpsest.settle_superseded($1)`, [ids]);
}
