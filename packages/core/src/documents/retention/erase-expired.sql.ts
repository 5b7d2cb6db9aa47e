import type { Tx } from "../../db/index.js";

export interface Erased {
  passages: number;
  /** The revisions that they were of. */
  revisions: string[];
}

/** Erases passages that a process left behind which ended in the middle of a long text, at most so many; gives their number. */
export async function eraseUnfinished(tx: Tx, limit: number): Promise<number> {
  const [row] = await tx.query<{ erased: number }>(`select palimpsest.erase_unfinished_texts($1) as erased`, [
    limit,
  ]);
  return row!.erased;
}

/** Erases passages of the tenant's documents that have expired, at most so many. */
export async function eraseExpired(tx: Tx, limit: number): Promise<Erased> {
  const [row] = await tx.query<Erased>(
    `select passages, revisions from palimpsest.erase_expired_documents($1)`,
    [limit],
  );
  return row!;
}
