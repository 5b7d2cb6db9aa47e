import type { Database, Tx } from "../db/index.js";
import { newId, type Principal } from "../identity/index.js";
import { type ClaimedJob, type JobProgress, LeaseLost } from "./job.js";

export interface NewJob {
  kind: string;
  /** With a `key`, at most one job of the kind and key waits or runs. */
  payload?: Record<string, unknown> & { key?: string };
  priority?: number;
  maxAttempts?: number;
}

/** In the caller's transaction, so that the job exists if and only if what it is about does. Gives the job's id. */
export async function enqueueJob(tx: Tx, who: Principal, job: NewJob): Promise<string> {
  const payload = job.payload ?? {};
  const [made] = await tx.query<{ job_id: string }>(
    `insert into palimpsest.job (tenant_id, job_id, kind, payload, priority, max_attempts)
     values ($1, $2, $3, $4::jsonb, $5, $6) on conflict do nothing returning job_id`,
    [who.tenantId, newId("job"), job.kind, JSON.stringify(payload), job.priority ?? 0, job.maxAttempts ?? 5],
  );
  if (made) return made.job_id;
  const [open] = await tx.query<{ job_id: string }>(
    `select job_id from palimpsest.job
     where tenant_id = $1 and kind = $2 and payload->>'key' = $3 and status in ('PENDING', 'PROCESSING')`,
    [who.tenantId, job.kind, payload.key],
  );
  return open ? open.job_id : enqueueJob(tx, who, job);
}

export async function claimJob(
  db: Database,
  claim: { token: string; kinds: string[]; leaseSeconds: number; after: string },
): Promise<ClaimedJob | undefined> {
  const [job] = await db.anonymous((tx) =>
    tx.query<ClaimedJob>(`select * from palimpsest.claim_job($1, $2, make_interval(secs => $3), $4)`, [
      claim.token,
      claim.kinds,
      claim.leaseSeconds,
      claim.after,
    ]),
  );
  return job && { ...job, token: claim.token };
}

/** Every change of a claimed job is fenced by its token and its attempt: a zombie changes nothing. */
async function change(tx: Tx, job: ClaimedJob, set: string, values: unknown[]): Promise<void> {
  const changed = await tx.query(
    `update palimpsest.job set ${set}, updated_at = clock_timestamp()
     where tenant_id = $1 and job_id = $2 and status = 'PROCESSING' and locked_by = $3 and attempts = $4
     returning job_id`,
    [job.tenant_id, job.job_id, job.token, job.attempts, ...values],
  );
  if (changed.length === 0) throw new LeaseLost();
}

export const renewLease = (tx: Tx, job: ClaimedJob, leaseSeconds: number, progress?: JobProgress) =>
  change(
    tx,
    job,
    `locked_until = clock_timestamp() + make_interval(secs => $5), progress = coalesce($6::jsonb, progress)`,
    [leaseSeconds, progress === undefined ? null : JSON.stringify(progress)],
  );

const unlocked = "locked_by = null, locked_until = null";

export const endJob = (tx: Tx, job: ClaimedJob, status: "DONE" | "STOPPED" | "FAILED", error?: string) =>
  change(tx, job, `status = $5, error = $6, ${unlocked}`, [status, error ?? null]);

/** Another attempt, later. */
export const retryJob = (tx: Tx, job: ClaimedJob, seconds: number, error: string) =>
  change(
    tx,
    job,
    `status = 'PENDING', run_at = clock_timestamp() + make_interval(secs => $5), error = $6, ${unlocked}`,
    [seconds, error],
  );

/** Given back untried: the attempt does not count. */
export const releaseJob = (tx: Tx, job: ClaimedJob, seconds: number) =>
  change(
    tx,
    job,
    `status = 'PENDING', attempts = attempts - 1, run_at = clock_timestamp() + make_interval(secs => $5), ${unlocked}`,
    [seconds],
  );
