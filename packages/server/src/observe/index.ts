export { errorForLog } from "./error-for-log.js";
export { type Check, type Probe, runProbes } from "./health.js";
export { type HttpMetrics, httpMetrics } from "./http-metrics.js";
export { createLog, type Log } from "./log.js";
export { Metrics } from "./metrics.js";
export { watchProcess } from "./process-metrics.js";
export { inSpan } from "./span.js";
