import type { Tx } from "../db/index.js";
import { defaultPolicy } from "../policy/index.js";
import type { Services } from "../services.js";
import { backoffSeconds } from "./backoff.js";
import { failureNote, isTerminal, wishedDelay } from "./failure.js";
import { type ClaimedJob, type JobKind, LeaseLost, type Outcome } from "./job.js";
import { endJob, releaseJob, renewLease } from "./job.sql.js";
import { workerPrincipal } from "./worker-principal.js";

export interface RunOptions {
  leaseSeconds: number;
  /** Aborted when the worker is told to stop. */
  stop: AbortSignal;
  /** How long a run may take to end after that. */
  graceMs: number;
  onError: (error: unknown, job: ClaimedJob) => void;
}

/** Runs a claimed job to its end, whatever that is, and writes it down, unless the lease is lost. */
export async function runJob(
  services: Services,
  kind: JobKind,
  job: ClaimedJob,
  options: RunOptions,
): Promise<void> {
  const who = workerPrincipal(job.tenant_id);
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) =>
    job.principal_id === null
      ? services.db.workerIn(job.tenant_id, work)
      : services.db.transaction(who, work);
  const ended = new AbortController();
  const stopping = () => ended.abort(options.stop.reason);
  options.stop.addEventListener("abort", stopping);
  if (options.stop.aborted) stopping();
  const beat = setInterval(
    () => {
      inTenant((tx) => renewLease(tx, job, options.leaseSeconds)).catch((error: unknown) => {
        if (error instanceof LeaseLost) ended.abort(error);
        else options.onError(error, job);
      });
    },
    (options.leaseSeconds * 1000) / 3,
  );
  const running = kind.run({
    services,
    who,
    policy: defaultPolicy,
    payload: job.payload,
    signal: ended.signal,
    step: (work, progress) =>
      inTenant(async (tx) => {
        await renewLease(tx, job, options.leaseSeconds, progress);
        return work(tx);
      }),
  });
  try {
    const outcome = await withGrace(running, ended.signal, options);
    clearInterval(beat);
    await inTenant((tx) => conclude(tx, job, outcome));
  } catch (error) {
    clearInterval(beat);
    if (error instanceof LeaseLost) return;
    if (!options.stop.aborted) options.onError(error, job);
    await inTenant((tx) => giveBack(tx, job, error, options.stop.aborted)).catch((failed: unknown) => {
      // The lease runs out by itself, and the job is tried again.
      if (!(failed instanceof LeaseLost)) options.onError(failed, job);
    });
  } finally {
    options.stop.removeEventListener("abort", stopping);
    ended.abort();
  }
}

/** The results and the end of the job are one transaction. */
async function conclude(tx: Tx, job: ClaimedJob, outcome: Outcome): Promise<void> {
  if (outcome.end === "postponed") return releaseJob(tx, job, outcome.seconds);
  await endJob(tx, job, outcome.end === "done" ? "DONE" : "STOPPED");
  if (outcome.end === "done") await outcome.results?.(tx);
}

async function giveBack(tx: Tx, job: ClaimedJob, error: unknown, stopping: boolean): Promise<void> {
  if (stopping) return releaseJob(tx, job, 0);
  const note = failureNote(error);
  if (isTerminal(error) || job.attempts >= job.max_attempts) return endJob(tx, job, "FAILED", note);
  return releaseJob(tx, job, Math.max(backoffSeconds(job.attempts), wishedDelay(error)), note);
}

/** A run that does not end in time after it was told to is left behind; the fence keeps it from writing. */
async function withGrace(
  running: Promise<Outcome>,
  told: AbortSignal,
  { graceMs }: RunOptions,
): Promise<Outcome> {
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
