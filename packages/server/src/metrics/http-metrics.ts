import { Counter, Histogram, type Registry } from "prom-client";
import { durationBuckets } from "./duration-buckets.js";

export interface HttpMetrics {
  /** `operation` is a name from the contract or of a fixed route, so the number of series is bounded. */
  record(operation: string, status: number, seconds: number): void;
}

export function httpMetrics(registry: Registry): HttpMetrics {
  const registers = [registry];
  const requests = new Counter({
    name: "palimpsest_http_requests_total",
    help: "HTTP requests by operation and status",
    labelNames: ["operation", "status"],
    registers,
  });
  const duration = new Histogram({
    name: "palimpsest_http_request_duration_seconds",
    help: "Time to answer, by operation",
    labelNames: ["operation"],
    buckets: durationBuckets,
    registers,
  });
  return {
    record: (operation, status, seconds) => {
      requests.inc({ operation, status: String(status) });
      duration.observe({ operation }, seconds);
    },
  };
}
