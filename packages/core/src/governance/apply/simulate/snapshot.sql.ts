import type { Tx } from "../../../db/index.js";

/** What this transaction sees of others: two that give the same see the same rows, apart from their own. */
export async function snapshotOf(tx: Tx): Promise<string> {
  const [row] = await tx.prepared<{ snapshot: string }>(`select pg_current_snapshot()::text as snapshot`, []);
  return row!.snapshot;
}
