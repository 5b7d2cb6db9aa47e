import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import type { Metrics } from "./metrics.js";

/** Memory, uptime and how late the event loop runs. Returns what stops the watching. */
export function watchProcess(metrics: Metrics): () => void {
  const delay: IntervalHistogram = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  metrics.gauge("process_resident_memory_bytes", "Resident memory of the process", () => [
    { value: process.memoryUsage.rss() },
  ]);
  metrics.gauge("process_uptime_seconds", "Seconds since the process started", () => [
    { value: Math.round(process.uptime() * 1_000) / 1_000 },
  ]);
  metrics.gauge(
    "palimpsest_event_loop_lag_seconds",
    "How late the event loop ran since the last scrape",
    () => {
      const samples = [
        { labels: { quantile: "0.5" }, value: delay.percentile(50) / 1e9 },
        { labels: { quantile: "0.99" }, value: delay.percentile(99) / 1e9 },
        { labels: { quantile: "1" }, value: delay.max / 1e9 },
      ];
      delay.reset();
      return samples;
    },
  );
  return () => delay.disable();
}
