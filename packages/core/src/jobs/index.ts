export type { JobKind, Outcome, RunningJob } from "./job.js";
export { enqueueJob, type NewJob } from "./job.sql.js";
export { jobKinds } from "./kinds/index.js";
export { startWorker, type Worker, type WorkerOptions } from "./worker.js";
