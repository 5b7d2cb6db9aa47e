import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { keepSealed } from "../../audit/index.js";
import type { Services } from "../../services.js";
import type { ClaimedJob, JobKind } from "../job.js";
import { claimJob } from "../job.sql.js";
import { failureNote } from "./failure.js";
import { type RunEnd, runJob } from "./run-job.js";
import { keepSchedule } from "./schedule.js";
import { keepStatistics, keepTidy } from "./tidy.js";

export interface WorkerOptions {
  kinds: readonly JobKind[];
  /** What the jobs that it takes call it. */
  name?: string;
  /** How often to look for jobs when there were none. */
  pollMs?: number;
  /** Jobs at once. */
  concurrency?: number;
  leaseSeconds?: number;
  /** How long running jobs may take to end when the worker is stopped. */
  graceMs?: number;
  /** How often an embedded store looks for tables to tidy. */
  tidyMs?: number;
  /** How often to look for tables that need statistics. */
  statisticsMs?: number;
  /** How often to look for audit entries that a process has left unsealed. */
  sealMs?: number;
  /** Told of failures, with the kind and id of the job they are about. Unless given, a warning is emitted. */
  onError?: (error: unknown, job?: { kind: string; id: string }) => void;
  /** Told of each job that it takes. */
  onStart?: (job: TakenJob) => void;
  /** Told how each run ended and how long it took. */
  onEnd?: (run: TakenJob & { end: RunEnd; seconds: number }) => void;
}

/** A job that a worker has taken, and the revision of a document that it is about, if it is about one. */
export interface TakenJob {
  kind: string;
  id: string;
  artifact_uid?: string;
  revision_id?: string;
}

const taken = ({ kind, job_id: id, payload: { artifact_uid, revision_id } }: ClaimedJob): TakenJob => ({
  ...{ kind, id },
  ...(typeof artifact_uid === "string" && { artifact_uid }),
  ...(typeof revision_id === "string" && { revision_id }),
});

export interface Worker {
  /** Takes no more jobs, gives back those that run, and waits until they are given back. */
  stop(): Promise<void>;
}

/** Beside those that take jobs. */
const upkeepLoops = 4;

export function startWorker(services: Services, options: WorkerOptions): Worker {
  const {
    kinds,
    name = `worker-${process.pid}`,
    pollMs = 1_000,
    concurrency = 2,
    leaseSeconds = 60,
    graceMs = 5_000,
    tidyMs = 60_000,
    statisticsMs = 3_000,
    sealMs = 15_000,
    onError = (error) => process.emitWarning(failureNote(error)),
    onStart = () => undefined,
    onEnd = () => undefined,
  } = options;
  const stop = new AbortController();
  // Each loop waits for it once at a time, in a pause or with the job that it runs. Past 10 Node would warn of a leak.
  setMaxListeners(concurrency + upkeepLoops, stop.signal);
  const pause = (ms: number) => sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  const jobFailed = (error: unknown, job: ClaimedJob) => onError(error, { kind: job.kind, id: job.job_id });

  const run = async (job: ClaimedJob) => {
    const kind = byName.get(job.kind)!;
    const started = performance.now();
    onStart(taken(job));
    const end = await runJob(services, kind, job, {
      leaseSeconds,
      stop: stop.signal,
      graceMs,
      onError: jobFailed,
    });
    onEnd({ ...taken(job), end, seconds: (performance.now() - started) / 1_000 });
    await kind.settle?.(services);
  };
  const workThroughQueue = async () => {
    let after = "";
    while (!stop.signal.aborted) {
      try {
        const token = randomUUID();
        const claim = { token, kinds: [...byName.keys()], leaseSeconds, after, worker: name };
        const job = await claimJob(services.db, claim);
        after = job?.tenant_id ?? "";
        if (job === undefined) await pause(pollMs);
        else await run(job);
      } catch (error) {
        onError(error);
        await pause(pollMs);
      }
    }
  };
  const loop = { pause, stopped: () => stop.signal.aborted, onError };
  const loops = [
    ...Array.from({ length: concurrency }, workThroughQueue),
    keepSchedule(services, kinds, loop),
    keepStatistics(services.db, statisticsMs, loop),
    keepSealed(services.db, sealMs, loop),
    ...(services.db.engine === "embedded" ? [keepTidy(services.db, tidyMs, loop)] : []),
  ];
  return {
    async stop() {
      stop.abort();
      await Promise.all(loops);
    },
  };
}
