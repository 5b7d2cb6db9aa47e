import type { Embedder, Memory } from "@palimpsest/core";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { durationBuckets } from "../metrics/index.js";

/** Measures the database and the embedder of a memory. */
export function watchMemory({ services }: Memory, registry: Registry): void {
  const registers = [registry];
  new Counter({
    name: "palimpsest_engine_restarts_total",
    help: "Times the embedded engine was discarded and reopened",
    registers,
    collect() {
      this.reset();
      this.inc(services.db.status().restarts ?? 0);
    },
  });
  new Gauge({
    name: "palimpsest_db_connections",
    help: "Database connections of the serving pool, and callers waiting for one",
    labelNames: ["state"],
    registers,
    collect() {
      for (const [state, count] of Object.entries(services.db.status().pool ?? {}))
        this.set({ state }, count);
    },
  });
  services.embedder = measured(services.embedder, registry);
}

/** The same embedder, with its calls, texts, failures and times counted. */
function measured(embedder: Embedder, registry: Registry): Embedder {
  const registers = [registry];
  const calls = new Counter({
    name: "palimpsest_embedder_calls_total",
    help: "Calls to the embedder by outcome",
    labelNames: ["outcome"],
    registers,
  });
  const texts = new Counter({
    name: "palimpsest_embedder_texts_total",
    help: "Texts given to the embedder",
    registers,
  });
  const seconds = new Histogram({
    name: "palimpsest_embedder_seconds",
    help: "Time of a call to the embedder",
    buckets: durationBuckets,
    registers,
  });
  return {
    ...embedder,
    embed: async (batch, options) => {
      const stopTimer = seconds.startTimer();
      texts.inc(batch.length);
      try {
        const vectors = await embedder.embed(batch, options);
        calls.inc({ outcome: "ok" });
        return vectors;
      } catch (error) {
        calls.inc({ outcome: "failed" });
        throw error;
      } finally {
        stopTimer();
      }
    },
  };
}
