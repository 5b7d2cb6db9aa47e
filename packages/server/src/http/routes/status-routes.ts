import {
  extractorOf,
  type Memory,
  noJobsHere,
  rebuildAdvice,
  staleIndexes,
  staleIndexNote,
} from "@palimpsest/core";
import type { Config } from "../../config/index.js";
import type { Metrics } from "../../metrics/index.js";
import { type Probe, runProbes } from "../../observe/index.js";
import type { App } from "../app-env.js";
import { engineNotes } from "./engine-notes.js";

interface StatusOptions {
  memory: Memory;
  config: Config;
  metrics: Metrics;
  probes: readonly Probe[];
  draining: () => boolean;
  runsJobs?: boolean;
}

const unsealedNote =
  "The audit log of a tenant cannot be sealed; the server's log names it, and palimpsest audit verify says what is wrong.";

/** For orchestrators and people: is it alive, can it serve, in which mode does it run, how does it fare. */
export function statusRoutes(
  app: App,
  { memory, config, metrics, probes, draining, runsJobs = true }: StatusOptions,
): void {
  app.get("/livez", (c) => {
    c.set("operation", "livez");
    return c.text("ok\n");
  });

  const look = async () => {
    const checks = await runProbes(probes);
    const ready = !draining() && checks.every(({ ok }) => ok);
    return { ready, checks };
  };

  app.get("/readyz", async (c) => {
    c.set("operation", "readyz");
    const { ready, checks } = await look();
    if (!ready) c.header("Retry-After", "1");
    const lines = checks.map(({ name, ok }) => `${ok ? "ok" : "failed"} ${name}`);
    return c.text(
      [ready ? "ready" : draining() ? "draining" : "not ready", ...lines, ""].join("\n"),
      ready ? 200 : 503,
    );
  });

  app.get("/health", async (c) => {
    c.set("operation", "health");
    const { ready, checks } = await look();
    const { db, embedder, audit } = memory.services;
    const stale = ready ? await staleIndexes(db) : undefined;
    // To strangers only whether it works; a check's problem may name hosts and roles.
    const shown = config.auth === "none" ? checks : checks.map(({ name, ok }) => ({ name, ok }));
    return c.json(
      {
        status: ready ? "ok" : draining() ? "draining" : "degraded",
        mode: {
          engine: db.engine,
          embedder: embedder.id,
          extractor: extractorOf(memory.services),
          auth: config.auth,
          worker: runsJobs ? "here" : "none",
          lexical_index: stale === undefined ? "unknown" : stale === 0 ? "current" : "stale",
        },
        checks: shown,
        notes: [
          ...(embedder.unavailableReason?.() ? ["The embedder does not answer: searching words alone."] : []),
          ...(runsJobs ? [] : [noJobsHere]),
          ...engineNotes(db.status()),
          ...(audit.unsealable().length > 0 ? [unsealedNote] : []),
          ...(stale ? [`${staleIndexNote(stale)} ${rebuildAdvice}`] : []),
        ],
      },
      ready ? 200 : 503,
    );
  });

  app.get("/metrics", async (c) => {
    c.set("operation", "metrics");
    return c.text(await metrics.metrics(), 200, { "Content-Type": metrics.contentType });
  });
}
