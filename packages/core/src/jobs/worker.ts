import { randomUUID } from "node:crypto";
import type { Services } from "../services.js";
import { failureNote } from "./failure.js";
import type { ClaimedJob, JobKind } from "./job.js";
import { claimJob } from "./job.sql.js";
import { jobKinds } from "./kinds/index.js";
import { runJob } from "./run-job.js";
import { keepSchedule } from "./schedule.js";
import { keepTidy } from "./tidy.js";
import { wakefulPause } from "./wakeful-pause.js";

export interface WorkerOptions {
  /** How often to look for jobs when there were none. */
  pollMs?: number;
  /** Jobs at once. */
  concurrency?: number;
  leaseSeconds?: number;
  /** How long running jobs may take to end when the worker is stopped. */
  graceMs?: number;
  /** How often an embedded store looks for tables to tidy. */
  tidyMs?: number;
  /** Told of failures, with the kind and id of the job they are about. Unless given, a warning is emitted. */
  onError?: (error: unknown, job?: { kind: string; id: string }) => void;
  kinds?: readonly JobKind[];
}

export interface Worker {
  /** Takes no more jobs, gives back those that run, and waits until they are given back. */
  stop(): Promise<void>;
}

export function startWorker(services: Services, options: WorkerOptions = {}): Worker {
  const {
    pollMs = 1_000,
    concurrency = 2,
    leaseSeconds = 60,
    graceMs = 5_000,
    tidyMs = 60_000,
    kinds = jobKinds,
  } = options;
  const onError = options.onError ?? ((error) => process.emitWarning(failureNote(error)));
  const stop = new AbortController();
  const pause = (ms: number) => wakefulPause(ms, stop.signal);
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  const told = (error: unknown, job: ClaimedJob) => onError(error, { kind: job.kind, id: job.job_id });

  const slot = async () => {
    let after = "";
    while (!stop.signal.aborted) {
      try {
        const token = randomUUID();
        const job = await claimJob(services.db, { token, kinds: [...byName.keys()], leaseSeconds, after });
        if (job === undefined) {
          after = "";
          await pause(pollMs);
          continue;
        }
        after = job.tenant_id;
        const kind = byName.get(job.kind)!;
        await runJob(services, kind, job, { leaseSeconds, stop: stop.signal, graceMs, onError: told });
        await kind.settle?.(services);
      } catch (error) {
        onError(error);
        await pause(pollMs);
      }
    }
  };
  const loop = { pause, stopped: () => stop.signal.aborted, onError };
  const loops = [
    ...Array.from({ length: concurrency }, slot),
    keepSchedule(services, kinds, loop),
    ...(services.db.engine === "embedded" ? [keepTidy(services.db, tidyMs, loop)] : []),
  ];
  return {
    async stop() {
      stop.abort();
      await Promise.all(loops);
    },
  };
}
