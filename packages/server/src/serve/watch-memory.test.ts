import { type Memory, openEmbedder } from "@palimpsest/core";
import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { watchMemory } from "./watch-memory.js";

async function watched() {
  const embedder = await openEmbedder({ provider: "builtin" });
  const { embed } = embedder;
  embedder.embed = async (texts, options) => {
    if (texts.includes("fail")) throw new Error("failed");
    return embed(texts, options);
  };
  const status = { restarts: 2, pool: { open: 3, idle: 1, waiting: 0 } };
  const services = { embedder, db: { status: () => status } };
  const registry = new Registry();
  watchMemory({ services } as unknown as Memory, registry);
  return { services, status, text: () => registry.metrics() };
}

it("counts calls to the embedder, its texts and its failures, and times them", async () => {
  const { services, text } = await watched();
  await services.embedder.embed(["one", "two"]);
  await expect(services.embedder.embed(["fail"])).rejects.toThrow("failed");
  const shown = await text();
  expect(shown).toContain('palimpsest_embedder_calls_total{outcome="ok"} 1');
  expect(shown).toContain('palimpsest_embedder_calls_total{outcome="failed"} 1');
  expect(shown).toContain("palimpsest_embedder_texts_total 3");
  expect(shown).toContain('palimpsest_embedder_seconds_bucket{le="10"} 2');
});

it("reads the engine's restarts and the pool's connections at each scrape", async () => {
  const { status, text } = await watched();
  await text();
  status.restarts = 5;
  status.pool.idle = 2;
  const shown = await text();
  expect(shown).toContain("palimpsest_engine_restarts_total 5");
  expect(shown).toContain('palimpsest_db_connections{state="idle"} 2');
});
