import { PalimpsestError } from "@palimpsest/contract";
import { insertAudit } from "../../audit/index.js";
import type { Tx } from "../../db/index.js";
import { workerName } from "../../identity/index.js";
import type { Services } from "../../services.js";
import { CallRecord } from "../../tenant/index.js";
import { type ClaimedJob, type JobKind, LeaseLost, type Outcome } from "../job.js";
import { endJob, releaseJob } from "../job.sql.js";
import { backoffSeconds } from "./backoff.js";
import { failureNote, isTerminal, lastNote, wishedDelay } from "./failure.js";
import { openJobRun } from "./job-run.js";
import { keepLease } from "./lease.js";

export interface RunOptions {
  leaseSeconds: number;
  /** Aborted when the worker is told to stop. */
  stop: AbortSignal;
  /** How long a run may take to end after that. */
  graceMs: number;
  onError: (error: unknown, job: ClaimedJob) => void;
}

/** How a run ended. Lost: another worker has the job by now, or somebody stopped it. */
export type RunEnd = Outcome["end"] | "failed" | "lost";

/** The actor of everything that workers do. No principal can have this name. */
const workerActor = { type: "service", id: workerName } as const;

/** Runs a claimed job to its end, whatever that is, and writes it down, unless the lease is lost. */
export async function runJob(
  services: Services,
  kind: JobKind,
  job: ClaimedJob,
  options: RunOptions,
): Promise<RunEnd> {
  const record = recordOf(job);
  const reached = { progressed: false };
  const onError = (error: unknown) => options.onError(error, job);
  const lease = keepLease(services, job, { ...options, onError });
  try {
    const setup = {
      services,
      job,
      record,
      reached,
      leaseSeconds: options.leaseSeconds,
      signal: lease.signal,
    };
    const run = await openJobRun(kind, setup);
    const outcome = await withGrace(run.start(), lease.signal, options.graceMs);
    lease.stopRenewing();
    await run.conclude(outcome);
    return outcome.end;
  } catch (error) {
    lease.stopRenewing();
    if (error instanceof LeaseLost) return "lost";
    if (!options.stop.aborted) onError(error);
    await services.db
      .workerIn(job.tenant_id, (tx) =>
        giveBack(tx, job, record, error, { stopping: options.stop.aborted, ...reached }),
      )
      .catch((failed: unknown) => {
        // The lease runs out by itself, and the job is tried again.
        if (!(failed instanceof LeaseLost)) onError(failed);
      });
    services.audit.sealSoon(job.tenant_id);
    return options.stop.aborted ? "postponed" : "failed";
  } finally {
    lease.close();
  }
}

function recordOf({ job_id, kind, principal_id, principal_type }: ClaimedJob): CallRecord {
  return new CallRecord(
    {
      operation: `job:${kind}`,
      surface: "worker",
      requestId: job_id,
      traceId: job_id,
      actor: workerActor,
      onBehalfOf: principal_id === null ? undefined : `${principal_type}:${principal_id}`,
    },
    [job_id],
  );
}

async function giveBack(
  tx: Tx,
  job: ClaimedJob,
  record: CallRecord,
  error: unknown,
  { stopping, progressed }: { stopping: boolean; progressed: boolean },
): Promise<void> {
  if (stopping) return releaseJob(tx, job, 0);
  const note = failureNote(error);
  // A long job meets more trouble than a short one: a run that came further is not counted.
  if (progressed && !isTerminal(error))
    return releaseJob(tx, job, Math.max(backoffSeconds(1), wishedDelay(error)));
  if (!isTerminal(error) && job.attempts < job.max_attempts) {
    return releaseJob(tx, job, Math.max(backoffSeconds(job.attempts), wishedDelay(error)), note);
  }
  await endJob(tx, job, "FAILED", isTerminal(error) ? note : lastNote(job.attempts, note));
  const code = error instanceof PalimpsestError ? error.code : "INTERNAL";
  if (job.principal_id !== null) {
    insertAudit(tx, job.tenant_id, [record.entry(code === "FORBIDDEN" ? "denied" : "failed", code)]);
  }
}

/** A run that does not end in time after it was told to is left behind; the fence keeps it from writing. */
async function withGrace(running: Promise<Outcome>, told: AbortSignal, graceMs: number): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  let giveUp: (reason: unknown) => void = () => undefined;
  const late = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  const wait = () => {
    timer = setTimeout(() => giveUp(told.reason), graceMs);
  };
  if (told.aborted) wait();
  else told.addEventListener("abort", wait, { once: true });
  try {
    return await Promise.race([running, late]);
  } finally {
    // The signal is also given to a job that has ended.
    told.removeEventListener("abort", wait);
    clearTimeout(timer);
  }
}
