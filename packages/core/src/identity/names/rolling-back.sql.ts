import type { Tx } from "../../db/index.js";

/** The ids of writers whose rollback goes on. */
export async function writersRollingBack(tx: Tx, tenantId: string): Promise<readonly string[]> {
  const rows = await tx.prepared<{ owner_id: string }>(
    `select distinct r.owner_id from palimpsest.rolling_back r where r.tenant_id = $1 order by r.owner_id`,
    [tenantId],
  );
  return rows.map(({ owner_id }) => owner_id);
}

interface RollbackJob {
  rollbackId: string;
  jobId: string;
  writer: string;
  since?: string | undefined;
}

const valuesOf = ({ rollbackId, jobId, writer, since }: RollbackJob) => [
  rollbackId,
  jobId,
  writer,
  since ?? null,
];

/** Hides all that a writer wrote until this job of its rollback ends; gives those who are hidden by now. */
export async function hideWriter(tx: Tx, tenantId: string, job: RollbackJob): Promise<readonly string[]> {
  await tx.query(`select palimpsest.hide_writer($1, $2, $3, $4)`, valuesOf(job));
  return writersRollingBack(tx, tenantId);
}

/** The job is done: what is left of the writer is read again, unless other jobs of a rollback of it go on. */
export async function rollbackEnded(tx: Tx, tenantId: string, job: RollbackJob): Promise<readonly string[]> {
  await tx.query(`select palimpsest.rollback_ended($1, $2, $3, $4)`, valuesOf(job));
  return writersRollingBack(tx, tenantId);
}

/** Whether a job of the rollback waits or runs, whoever asked for it, and whether its writer is hidden. */
export const rollbackState = async (tx: Tx, rollbackId: string) =>
  (
    await tx.query<{ runs: boolean; hides: boolean }>(`select * from palimpsest.rollback_state($1)`, [
      rollbackId,
    ])
  )[0]!;

/** Whether this job of a rollback still has something to do: it has not been undone, nor made good by a later one. */
export async function rollbackGoesOn(
  tx: Tx,
  tenantId: string,
  { rollbackId, jobId }: Pick<RollbackJob, "rollbackId" | "jobId">,
): Promise<boolean> {
  // Rollbacks that an earlier release began have no job's id.
  const rows = await tx.query(
    `select 1 from palimpsest.rolling_back r
     where r.tenant_id = $1 and r.rollback_id = $2 and r.job_id in ($3, '')`,
    [tenantId, rollbackId, jobId],
  );
  return rows.length > 0;
}

/** Of these memories, those that are not read because a rollback of their writer goes on. */
export async function hiddenByRollback(tx: Tx, ids: string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(`select palimpsest.hidden_by_rollback($1) as id`, [ids]);
  return new Set(rows.map(({ id }) => id));
}

export interface HiddenWriter {
  [column: string]: unknown;
  writer: string;
  rollback_id: string;
  job_id: string | null;
  job_status: string | null;
}

/** The writers whose rollback goes on or was stopped; none for a caller who does not review. */
export const hiddenWriters = (tx: Tx): Promise<HiddenWriter[]> =>
  tx.query<HiddenWriter>(`select writer, rollback_id, job_id, job_status from palimpsest.hidden_writers()`);

/** The rollback is undone: what is left of the writer is read again. */
export async function showWriter(tx: Tx, tenantId: string, rollbackId: string): Promise<readonly string[]> {
  await tx.query(`select palimpsest.show_writer($1)`, [rollbackId]);
  return writersRollingBack(tx, tenantId);
}
