import { expect, test } from "vitest";
import { Metrics } from "./metrics.js";

test("counters, gauges and histograms in Prometheus' text form", () => {
  const metrics = new Metrics();
  const requests = metrics.counter("requests_total", "Requests");
  requests.add({ status: "200" });
  requests.add({ status: "200" }, 2);
  requests.add({ status: 'a"b\\c\nd' });
  metrics.gauge("lag_seconds", "Lag", () => [{ value: 0.5 }]);
  const seconds = metrics.histogram("took_seconds", "Time", [0.1, 1]);
  for (const value of [0.05, 0.5, 5]) seconds.observe({ operation: "recall" }, value);
  expect(metrics.text()).toBe(`# HELP requests_total Requests
# TYPE requests_total counter
requests_total{status="200"} 3
requests_total{status="a\\"b\\\\c\\nd"} 1
# HELP lag_seconds Lag
# TYPE lag_seconds gauge
lag_seconds 0.5
# HELP took_seconds Time
# TYPE took_seconds histogram
took_seconds_bucket{operation="recall",le="0.1"} 1
took_seconds_bucket{operation="recall",le="1"} 2
took_seconds_bucket{operation="recall",le="+Inf"} 3
took_seconds_sum{operation="recall"} 5.55
took_seconds_count{operation="recall"} 3
`);
});
