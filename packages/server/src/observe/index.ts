export { errorForLog } from "./error-for-log.js";
export { type Check, type Probe, runProbes } from "./health.js";
export { createLog, type Log } from "./log.js";
export { inSpan } from "./span.js";
