export type {
  JobKind,
  JobProgress,
  Outcome,
  PrincipalJob,
  PrincipalJobKind,
  RunningJob,
  SystemJobKind,
} from "./job.js";
export { enqueueJob, type NewJob } from "./job.sql.js";
export { idempotencyCleanup } from "./kinds/idempotency-cleanup.js";
export { jobCleanup } from "./kinds/job-cleanup.js";
export * as jobOperations from "./operations.js";
export { findJob, findOpenJobs, stopOpenJob } from "./read-jobs.sql.js";
export type { RunEnd } from "./run/run-job.js";
export { collectStatistics } from "./run/tidy.sql.js";
export { startWorker, type Worker, type WorkerOptions } from "./run/worker.js";
