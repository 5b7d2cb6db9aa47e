import type { Embedder, Memory } from "@palimpsest/core";
import type { Metrics } from "../observe/index.js";

/** Numbers about the database and the embedder of a memory. */
export function watchMemory(memory: Memory, metrics: Metrics): void {
  const { services } = memory;
  metrics.gauge(
    "palimpsest_engine_restarts_total",
    "Times the embedded engine was discarded and reopened",
    () => [{ value: services.db.status().restarts ?? 0 }],
    "counter",
  );
  metrics.gauge(
    "palimpsest_db_connections",
    "Database connections of the serving pool, and callers waiting for one",
    () =>
      Object.entries(services.db.status().pool ?? {}).map(([state, value]) => ({ labels: { state }, value })),
  );
  services.embedder = counted(services.embedder, metrics);
}

/** The same embedder, with its calls, texts, failures and times on record. */
function counted(embedder: Embedder, metrics: Metrics): Embedder {
  const calls = metrics.counter("palimpsest_embedder_calls_total", "Calls to the embedder by outcome");
  const texts = metrics.counter("palimpsest_embedder_texts_total", "Texts given to the embedder");
  const seconds = metrics.histogram("palimpsest_embedder_seconds", "Time of a call to the embedder");
  return {
    ...embedder,
    embed: async (batch, options) => {
      const started = performance.now();
      texts.add({}, batch.length);
      try {
        const vectors = await embedder.embed(batch, options);
        calls.add({ outcome: "ok" });
        return vectors;
      } catch (error) {
        calls.add({ outcome: "failed" });
        throw error;
      } finally {
        seconds.observe({}, (performance.now() - started) / 1_000);
      }
    },
  };
}
