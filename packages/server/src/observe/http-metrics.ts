import type { Metrics } from "./metrics.js";

export interface HttpMetrics {
  /** `operation` is a name from the contract or of a fixed route, so the number of series is bounded. */
  record(operation: string, status: number, seconds: number): void;
}

export function httpMetrics(metrics: Metrics): HttpMetrics {
  const requests = metrics.counter("palimpsest_http_requests_total", "HTTP requests by operation and status");
  const duration = metrics.histogram(
    "palimpsest_http_request_duration_seconds",
    "Time to answer, by operation",
  );
  return {
    record: (operation, status, seconds) => {
      requests.add({ operation, status: String(status) });
      duration.observe({ operation }, seconds);
    },
  };
}
