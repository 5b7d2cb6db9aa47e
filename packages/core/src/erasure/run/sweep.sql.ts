import { iso, type Tx } from "../../db/index.js";

/** An erasure that was approved and is not done. */
export interface Work {
  [column: string]: unknown;
  subject_type: string;
  subject_id: string;
  subject_digest: string;
  also: string[];
  reason: string;
  requested_by: string;
  requested_at: string;
  decided_by: string;
  decided_at: string;
  swept: Record<string, number>;
}

export async function findWork(tx: Tx, id: string): Promise<Work | undefined> {
  const [row] = await tx.query<Work>(
    `select w.subject_type, w.subject_id, w.subject_digest, w.also, w.reason, w.requested_by, w.decided_by, w.swept,
       ${iso("w.requested_at")} as requested_at, ${iso("w.decided_at")} as decided_at
     from palimpsest.erasure_work($1) w`,
    [id],
  );
  return row;
}

/** Notes what is reached now and was not before; gives the number of memories among it. */
export async function collectTargets(tx: Tx, id: string, pattern: string): Promise<number> {
  const [row] = await tx.query<{ found: number }>(`select palimpsest.erasure_collect($1, $2) as found`, [
    id,
    pattern,
  ]);
  return row!.found;
}

/** Deletes memories with all that hangs on them, at most so many; gives their ids. */
export async function sweepMemories(tx: Tx, id: string, limit: number): Promise<string[]> {
  const [row] = await tx.query<{ ids: string[] }>(`select palimpsest.erasure_sweep($1, $2) as ids`, [
    id,
    limit,
  ]);
  return row!.ids;
}

/** Erases what other rows say of the subject. */
export const sweepRows = (tx: Tx, id: string, pattern: string) =>
  tx.query(`select palimpsest.erasure_sweep_rows($1, $2)`, [id, pattern]);

/** Erases what is kept of earlier working state for a rollback or its undo. */
export const sweepWork = (tx: Tx, id: string, pattern: string) =>
  tx.query(`select palimpsest.erasure_sweep_work($1, $2)`, [id, pattern]);

export interface Finished {
  receipt: object;
  signature: string;
  auditId: string;
  at: string;
}

export const finishErasure = (tx: Tx, id: string, { receipt, signature, auditId, at }: Finished) =>
  tx.query(`select palimpsest.finish_erasure($1, $2::jsonb, $3, $4, $5::timestamptz)`, [
    ...[id, JSON.stringify(receipt), signature, auditId, at],
  ]);

export const failErasure = (tx: Tx, id: string, residue: object) =>
  tx.query(`select palimpsest.fail_erasure($1, $2::jsonb)`, [id, JSON.stringify(residue)]);

export async function momentOf(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ at: string }>(`select ${iso("clock_timestamp()")} as at`);
  return row!.at;
}
