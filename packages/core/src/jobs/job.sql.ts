import type { Database, Tx } from "../db/index.js";
import { heldRights, newId, type Principal } from "../identity/index.js";
import { type ClaimedJob, type JobProgress, LeaseLost } from "./job.js";

export interface NewJob {
  kind: string;
  /** With a `key`, at most one job of the kind and key waits or runs for the same principal. */
  payload?: Record<string, unknown> & { key?: string };
  priority?: number;
  maxAttempts?: number;
  /** How long it waits before it may run. */
  delaySeconds?: number;
}

/**
 * In the caller's transaction, so that the job exists if and only if what it is about does. It will run on behalf of
 * `who`, with the rights held now. Gives the job's id.
 */
export async function enqueueJob(tx: Tx, who: Principal, job: NewJob): Promise<string> {
  const payload = job.payload ?? {};
  const [made] = await tx.query<{ job_id: string }>(
    `insert into palimpsest.job
       (tenant_id, job_id, kind, payload, priority, max_attempts, principal_id, principal_type, rights, run_at)
     values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9::jsonb, clock_timestamp() + make_interval(secs => $10))
     on conflict do nothing returning job_id`,
    [
      who.tenantId,
      newId("job"),
      job.kind,
      JSON.stringify(payload),
      job.priority ?? 0,
      job.maxAttempts ?? 5,
      who.id,
      who.type,
      JSON.stringify(heldRights(who)),
      job.delaySeconds ?? 0,
    ],
  );
  if (made) return made.job_id;
  const [open] = await tx.query<{ job_id: string }>(
    `select job_id from palimpsest.job
     where tenant_id = $1 and kind = $2 and payload->>'key' = $3 and principal_id = $4
       and status in ('PENDING', 'PROCESSING')`,
    [who.tenantId, job.kind, payload.key, who.id],
  );
  return open ? open.job_id : enqueueJob(tx, who, job);
}

export async function claimJob(
  db: Database,
  claim: { token: string; kinds: string[]; leaseSeconds: number; after: string; worker?: string },
): Promise<ClaimedJob | undefined> {
  const [job] = await db.worker((tx) =>
    tx.prepared<ClaimedJob>(`select * from palimpsest.claim_job($1, $2, make_interval(secs => $3), $4, $5)`, [
      claim.token,
      claim.kinds,
      claim.leaseSeconds,
      claim.after,
      claim.worker ?? null,
    ]),
  );
  return job && { ...job, token: claim.token };
}

/** Every change of a claimed job is fenced by its token and its attempt: who lost the lease changes nothing. */
async function change(
  tx: Tx,
  job: ClaimedJob,
  name: "renew_job" | "end_job" | "release_job",
  more: string,
  values: unknown[],
): Promise<void> {
  const [row] = await tx.prepared<{ changed: boolean }>(
    `select palimpsest.${name}($1, $2, $3, ${more}) as changed`,
    [job.job_id, job.token, job.attempts, ...values],
  );
  if (!row!.changed) throw new LeaseLost();
}

export const renewLease = (tx: Tx, job: ClaimedJob, leaseSeconds: number, progress?: JobProgress) =>
  change(tx, job, "renew_job", "make_interval(secs => $4), $5::jsonb", [
    leaseSeconds,
    progress === undefined ? null : JSON.stringify(progress),
  ]);

export const endJob = (tx: Tx, job: ClaimedJob, status: "DONE" | "STOPPED" | "FAILED", error?: string) =>
  change(tx, job, "end_job", "$4, $5", [status, error ?? null]);

/** Given back to the queue for later. With an error the attempt counts; without one it was not tried. */
export const releaseJob = (tx: Tx, job: ClaimedJob, seconds: number, error?: string) =>
  change(tx, job, "release_job", "make_interval(secs => $4), $5", [seconds, error ?? null]);

/** One recurring job per tenant, made due again when its time has come, by the database's clock. */
export const scheduleForAll = (db: Database, kind: string, every: string) =>
  db.worker((tx) => tx.query(`select palimpsest.schedule_for_all($1, $2::interval)`, [kind, every]));

/** Deletes jobs of the transaction's tenant that ended longer ago; gives their number. */
export async function deleteFinishedJobs(tx: Tx, olderSeconds: number, limit: number): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `select palimpsest.delete_finished_jobs(make_interval(secs => $1), $2) as n`,
    [olderSeconds, limit],
  );
  return row!.n;
}
