export {
  JobFailure,
  type JobKind,
  type JobProgress,
  type Outcome,
  type PrincipalJob,
  type PrincipalJobKind,
  type RunningJob,
  type SystemJobKind,
} from "./job.js";
export { enqueueJob, type NewJob } from "./job.sql.js";
export { auditCleanup } from "./kinds/audit-cleanup.js";
export { idempotencyCleanup } from "./kinds/idempotency-cleanup.js";
export { jobCleanup } from "./kinds/job-cleanup.js";
export { memoryExpiry } from "./kinds/memory-expiry.js";
export { lastError } from "./last-error.js";
export * as jobOperations from "./operations.js";
export { findOpenJobs, findOwnJob, requeueJob, stopOpenJob } from "./read-jobs.sql.js";
export { runDueJobs } from "./run/run-due-jobs.js";
export type { RunEnd } from "./run/run-job.js";
export { collectStatistics } from "./run/tidy.sql.js";
export { startWorker, type Worker, type WorkerOptions } from "./run/worker.js";
