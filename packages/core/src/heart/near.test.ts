import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { seedMemories } from "../governance/testing/seed-memories.js";
import { agent, openTestMemory, type TestMemory } from "../testing/test-memory.js";
import { chosenEmbedder } from "./testing/chosen-embedder.js";

/** More than any search looks at before it asks which of them are admitted. */
const crowd = 330;

describe.each(engines)("what is near in meaning behind many that are nearer on $name", (engine) => {
  const embedder = chosenEmbedder();
  const bot = agent("bot");
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine, { embedder });
    await seedMemories(memory, bot, crowd, {
      ...{ kind: "fact", text: "Alder", visibility: "private", attributes: { confidence: 1 } },
    });
    embedder.choose("Birch", "Alder", 0.95);
    embedder.choose("Cedar", "Alder", 0.99);
  });
  afterAll(() => memory.close());

  it("is found of a kind of which there are few, and none is found for another reader", async () => {
    const { id } = await memory.call(bot, "startEpisode", { summary: "Birch" });
    const { results } = await memory.call(bot, "heartRecall", { query: "Cedar", limit: 4 });
    expect(results.map(({ type }) => type)).toEqual(["fact", "episode", "fact", "fact"]);
    expect(results[1]).toMatchObject({ id });
    expect(await memory.call(agent("cog"), "heartRecall", { query: "Cedar" })).toMatchObject({ results: [] });
  });

  it("is found if the nearer ones are no longer in force", async () => {
    await memory.database.ownerQuery("update palimpsest.memory set status = 'inactive' where kind = 'fact'");
    const { id } = await memory.call(bot, "learnFact", { content: "Birch" });
    const { facts } = await memory.call(bot, "searchFacts", { query: "Cedar" });
    const { results } = await memory.call(bot, "heartRecall", { query: "Cedar", types: ["fact"] });
    expect([facts, results].map((found) => found.map((one) => one.id))).toEqual([[id], [id]]);
    const { contradiction_warning } = await memory.call(bot, "learnFact", { content: "Cedar" });
    expect(contradiction_warning).toMatchObject({ existing_fact_id: id, similarity: 0.9405 });
  });
});
