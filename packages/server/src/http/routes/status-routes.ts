import { healthOf, type Memory, type Probe, runProbes } from "@palimpsest/core";
import type { Metrics } from "../../metrics/index.js";
import type { App } from "../app-env.js";

interface StatusOptions {
  memory: Memory;
  metrics: Metrics;
  probes: readonly Probe[];
  draining: () => boolean;
  runsJobs?: boolean;
}

/** For orchestrators and people: is it alive, can it serve, in which mode does it run, how does it fare. */
export function statusRoutes(
  app: App,
  { memory, metrics, probes, draining, runsJobs = true }: StatusOptions,
): void {
  app.get("/livez", (c) => {
    c.set("operation", "livez");
    return c.text("ok\n");
  });

  app.get("/readyz", async (c) => {
    c.set("operation", "readyz");
    const checks = await runProbes(probes);
    const ready = !draining() && checks.every(({ ok }) => ok);
    if (!ready) c.header("Retry-After", "1");
    const lines = checks.map(({ name, ok }) => `${ok ? "ok" : "failed"} ${name}`);
    return c.text(
      [ready ? "ready" : draining() ? "draining" : "not ready", ...lines, ""].join("\n"),
      ready ? 200 : 503,
    );
  });

  app.get("/health", async (c) => {
    c.set("operation", "health");
    const health = await healthOf(memory.services, { probes, runsJobs, draining: draining() });
    return c.json(health, health.status === "ok" ? 200 : 503);
  });

  app.get("/metrics", async (c) => {
    c.set("operation", "metrics");
    return c.text(await metrics.metrics(), 200, { "Content-Type": metrics.contentType });
  });
}
