import { jobKinds, type Services, startWorker, type Worker, type WorkerOptions } from "@palimpsest/core";
import { Counter, Histogram, type Registry } from "prom-client";
import { durationBuckets } from "../metrics/index.js";
import { type Log, logJobs } from "../observe/index.js";

/** Starts the worker, counts, times and logs its jobs. */
export function startWatchedWorker(
  services: Services,
  registry: Registry,
  log: Log,
  { pollMs, name }: Pick<WorkerOptions, "pollMs" | "name">,
): Worker {
  const registers = [registry];
  const jobs = new Counter({
    name: "palimpsest_worker_jobs_total",
    help: "Background jobs by kind and how they ended",
    labelNames: ["kind", "end"],
    registers,
  });
  const seconds = new Histogram({
    name: "palimpsest_worker_job_seconds",
    help: "Time of a background job by kind",
    labelNames: ["kind"],
    buckets: durationBuckets,
    registers,
  });
  const { onStart, onEnd } = logJobs(log);
  return startWorker(services, {
    kinds: jobKinds,
    name,
    pollMs,
    onError: (err, job) => log.warn({ err, job }, "a job failed"),
    onStart,
    onEnd: (run) => {
      onEnd(run);
      jobs.inc({ kind: run.kind, end: run.end });
      seconds.observe({ kind: run.kind }, run.seconds);
    },
  });
}
