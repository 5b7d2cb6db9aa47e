import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { agent, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

describe.each(engines)("facts with the same words, with the built-in embedder, on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const bot = agent("bot");

  it("are learned once, whatever their case and punctuation", async () => {
    const learn = (content: string) => memory.call(bot, "learnFact", { content });
    const { id } = await learn("The ferry sails from Rome to Paris.");
    expect(await learn("the ferry sails from Rome to Paris")).toMatchObject({ id, status: "confirmed" });
    for (const other of ["The ferry sails from Paris to Rome", "The ferry sails from Rome to Paris?"]) {
      const { status, contradiction_warning: warning } = await learn(other);
      expect([status, warning?.similarity], other).toEqual(["created", 1]);
    }
  });

  it("are upserted once, unless a caller does not ask for it", async () => {
    const content = "The harbour closes in winter";
    const { id } = await memory.call(bot, "storeKnowledge", { content });
    expect((await memory.call(bot, "storeKnowledge", { content: `${content}!` })).status).toBe("created");
    expect(await memory.call(bot, "upsertKnowledge", { content: `${content}.` })).toMatchObject({
      ...{ id, status: "updated", matched_by: "similarity", similarity: 1 },
    });
    const other = { content: "In winter closes the harbour" };
    expect((await memory.call(bot, "upsertKnowledge", other)).status).toBe("created");
  });
});
