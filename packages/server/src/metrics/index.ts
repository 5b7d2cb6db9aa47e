export { Registry as Metrics } from "prom-client";
export { durationBuckets } from "./duration-buckets.js";
export { type HttpMetrics, httpMetrics } from "./http-metrics.js";
export { watchProcess } from "./process-metrics.js";
