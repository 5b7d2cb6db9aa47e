export { errorForLog } from "./error-for-log.js";
export { createLog, droppedLogLines, type Log } from "./log.js";
export { logJobs } from "./log-jobs.js";
export { type Refusals, refusals } from "./refusals.js";
export { inSpan } from "./span.js";
