import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { agent, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

describe.each(engines)("events of facts on $name", (engine) => {
  let memory: TestMemory;
  let cursor: string | undefined;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const bot = agent("bot");
  const learn = async (content: string, more: object = {}) =>
    (await memory.call(bot, "learnFact", { content, ...more })).id;
  /** What was told since this was asked last. */
  const told = async () => {
    const page = await memory.call(bot, "listDomainEvents", { cursor });
    cursor = page.next_cursor;
    return page.events.map(({ type, memory_id, data }) => [type, memory_id, data]);
  };

  it("tell of each change in its order, and of nothing that failed", async () => {
    const first = await learn("Tea is at three", { category: "habit", subject: "ada" });
    await learn("tea is at three", { subject: "ada" });
    expect(await told()).toEqual([
      ["fact_learned", first, { category: "habit", subject: "ada" }],
      ["fact_confirmed", first, { count: 1 }],
    ]);
    const next = await memory.call(bot, "supersedeFact", { fact_id: first, content: "Tea is at four" });
    const against = await memory.call(bot, "contradictFact", { fact_id: next.id, content: "Tea is at five" });
    await memory.call(bot, "contradictFact", { fact_id: next.id, content: "Tea is at five" });
    await expect(memory.call(bot, "confirmFact", { fact_id: first })).rejects.toThrow();
    await memory.call(bot, "deactivateFact", { fact_id: next.id });
    await memory.call(bot, "deactivateFact", { fact_id: next.id });
    const of = { category: "habit", subject: "ada" };
    expect(await told()).toEqual([
      ["fact_learned", next.id, of],
      ["fact_superseded", first, { old: first, new: next.id }],
      ["fact_learned", against.id, of],
      ["fact_contradicted", next.id, { old: next.id, new: against.id }],
      ["fact_confirmed", against.id, { count: 1 }],
      ["fact_deactivated", next.id, {}],
    ]);
  });

  it("tell when a category of one owner has 11, 16, 21 facts in force", async () => {
    const learnMany = (from: number, to: number) =>
      Promise.all(
        Array.from({ length: to - from }, (_, n) =>
          learn(`Stone ${"abcdefghijklmnopqrstuvwxyz"[from + n]} is round`, { category: "stone" }),
        ),
      );
    // An event of a retracted fact no longer names its category, so the one that is retracted is none that counts.
    const ids = [...(await learnMany(0, 2)), ...(await learnMany(2, 12))];
    await memory.call(agent("cog"), "learnFact", { content: "Another stone", category: "stone" });
    await memory.call(bot, "deactivateFact", { fact_id: ids[0]! });
    await memory.call(bot, "forget", { memory_id: ids[1]!, reason: "lost" });
    await learnMany(12, 19);
    const many = await Promise.all(
      [..."abcdefghij"].map((letter) => learn(`Pebble ${letter} is smooth`, { category: "pebble" })),
    );
    const supersede = (fact_id: string, content: string, more: object = {}) =>
      memory.call(bot, "supersedeFact", { fact_id, content, ...more });
    await supersede(many[0]!, "Pebble a is rough");
    await learn("Pebble k is smooth", { category: "pebble" });
    // Eleven before and eleven after it; from another category it is one more.
    const out = await supersede(many[1]!, "Pebble b is rough");
    await memory.call(bot, "deactivateFact", { fact_id: out.id });
    await supersede(await learn("Pebble l is a shard", { category: "shard" }), "Pebble l is round", {
      category: "pebble",
    });
    const counts = (await told()).filter(([type]) => type === "fact_threshold_exceeded");
    expect(counts.map(([, , data]) => data)).toEqual([
      { category: "stone", count: 11, threshold: 10 },
      { category: "stone", count: 11, threshold: 10 },
      { category: "stone", count: 16, threshold: 10 },
      { category: "pebble", count: 11, threshold: 10 },
      { category: "pebble", count: 11, threshold: 10 },
    ]);
  });
});
