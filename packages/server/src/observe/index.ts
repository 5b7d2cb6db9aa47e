export { Registry as Metrics } from "prom-client";
export { durationBuckets } from "./duration-buckets.js";
export { errorForLog } from "./error-for-log.js";
export { type Check, type Probe, runProbes } from "./health.js";
export { type HttpMetrics, httpMetrics } from "./http-metrics.js";
export { createLog, type Log } from "./log.js";
export { watchProcess } from "./process-metrics.js";
export { inSpan } from "./span.js";
