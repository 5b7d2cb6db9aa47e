import { monitorEventLoopDelay } from "node:perf_hooks";
import { Counter, Gauge, type Registry } from "prom-client";

/** Measures memory, uptime, lines lost from the log and the delay of the event loop. Returns a function that stops the measuring. */
export function watchProcess(registry: Registry, droppedLogLines: () => number): () => void {
  const registers = [registry];
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  new Gauge({
    name: "process_resident_memory_bytes",
    help: "Resident memory of the process",
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Counter({
    name: "palimpsest_log_lines_dropped_total",
    help: "Lines of the log that were dropped because nobody read stderr",
    registers,
    collect() {
      this.reset();
      this.inc(droppedLogLines());
    },
  });
  new Gauge({
    name: "process_uptime_seconds",
    help: "Seconds since the process started",
    registers,
    collect() {
      this.set(Math.round(process.uptime() * 1_000) / 1_000);
    },
  });
  new Gauge({
    name: "palimpsest_event_loop_lag_seconds",
    help: "Delay of the event loop since the last scrape",
    labelNames: ["quantile"],
    registers,
    collect() {
      this.set({ quantile: "0.5" }, delay.percentile(50) / 1e9);
      this.set({ quantile: "0.99" }, delay.percentile(99) / 1e9);
      this.set({ quantile: "1" }, delay.max / 1e9);
      delay.reset();
    },
  });
  return () => delay.disable();
}
