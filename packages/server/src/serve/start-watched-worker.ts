import { type JobKind, jobKinds, type Services, startWorker, type Worker } from "@palimpsest/core";
import type { Log, Metrics } from "../observe/index.js";

/** The worker, with its jobs counted and timed, and its failures logged. */
export function startWatchedWorker(services: Services, metrics: Metrics, log: Log, pollMs: number): Worker {
  const jobs = metrics.counter("palimpsest_worker_jobs_total", "Background jobs by kind and how they ended");
  const seconds = metrics.histogram("palimpsest_worker_job_seconds", "Time of a background job by kind");
  const watched = (kind: JobKind): JobKind => ({
    ...kind,
    run: async (job) => {
      const started = performance.now();
      let end = "failed";
      try {
        const outcome = await kind.run(job);
        end = outcome.end;
        return outcome;
      } finally {
        jobs.add({ kind: kind.kind, end });
        seconds.observe({ kind: kind.kind }, (performance.now() - started) / 1_000);
      }
    },
  });
  return startWorker(services, {
    pollMs,
    kinds: jobKinds.map(watched),
    onError: (err, job) => log.warn({ err, job }, "a job failed"),
  });
}
