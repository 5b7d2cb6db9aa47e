import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { newTenant } from "../policy/testing/tenants.js";
import { message } from "../testing/samples.js";
import { openTestMemory, type TestMemory } from "../testing/test-memory.js";

describe.each(engines)("the parts of a score on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  type Turn = [actor: string, text: string, type?: "human" | "agent"];
  const chat = async (who: Principal, session_id: string, turns: Turn[]) => {
    for (const [actor_id, text, actor_type = "human"] of turns)
      await memory.call(who, "recordEvent", message(text, { session_id, actor_id, actor_type }));
  };
  const search = async (who: Principal, query: string) =>
    (await memory.call(who, "searchChunks", { query, channel: "private", explain: true })).chunks;
  const find = async (who: Principal, query: string, text: string) =>
    (await search(who, query)).find((chunk) => chunk.text === text)!;

  it("links an answer to the question before it, and says so", async () => {
    const { ann } = newTenant(memory);
    await chat(ann, "s", [
      ["ann", "What colour is the heron in your garden?"],
      ["ben", "Mostly grey."],
      ["ann", "The heron stands still."],
      ["ben", "So it does."],
    ]);
    const [first] = await search(ann, "colour of the heron");
    expect(first!.text).toBe("Mostly grey.");
    expect(first!.parts).toMatchObject({ answer: expect.closeTo(0.9, 0), own: 0 });
    expect(first!.why).toContain("it answers a question that matches");
    expect(
      (await find(ann, "colour of the heron", "What colour is the heron in your garden?")).parts!.asks,
    ).toBeLessThan(0);
  });

  it("adds the parts up to the rank", async () => {
    const { ann } = newTenant(memory);
    await chat(ann, "s", [
      ["ann", "When did you see the heron?"],
      ["ben", "I saw the heron yesterday."],
    ]);
    for (const { rank, parts } of await search(ann, "When did Ben see the heron?")) {
      const { agent, trust, ...added } = parts!;
      const sum = Object.values(added).reduce((total, part) => total + part, 0);
      expect(rank).toBeCloseTo(agent! * trust! * sum, 6);
    }
    const { parts } = await find(ann, "When did Ben see the heron?", "I saw the heron yesterday.");
    expect(parts!.time).toBeGreaterThan(0);
    expect(parts!.speaker).toBeGreaterThan(0);
    expect(parts!.last_question).toBeGreaterThan(0);
  });

  it("knows who spoke where one application writes both sides of a chat", async () => {
    const { bot } = newTenant(memory);
    const advice = `A heron likes ponds. ${"Look for reeds and shallow water and be patient. ".repeat(40)}`;
    await chat(bot, "s", [
      ["ann", "I always feed the heron at noon"],
      ["helper", advice, "agent"],
    ]);
    expect((await find(bot, "heron", advice.trim())).parts!.agent).toBeCloseTo(0.6, 6);
    expect((await find(bot, "what did you suggest about the heron", advice.trim())).parts!.agent).toBe(1);
    expect((await find(bot, "heron", "I always feed the heron at noon")).parts!.agent).toBe(1);
  });

  it("gives a standing wish towards an agent more weight than the same between people", async () => {
    const { ann } = newTenant(memory);
    await chat(ann, "s", [
      ["helper", "How can I help?", "agent"],
      ["ann", "Never call me about the heron"],
    ]);
    await chat(ann, "t", [
      ["ben", "Hello"],
      ["ann", "Never feed a heron"],
    ]);
    expect((await find(ann, "heron", "Never call me about the heron")).parts!.standing).toBeGreaterThan(0);
    expect((await find(ann, "heron", "Never feed a heron")).parts!.standing).toBe(0);
  });

  it("finds what the old form of the index holds until it is rebuilt", async () => {
    const { ann, id } = newTenant(memory);
    await chat(ann, "s", [
      ["ann", "Where does the heron sleep?"],
      ["ben", "In the reeds."],
    ]);
    const before = (await search(ann, "heron sleep")).map(({ text }) => text);
    for (const old of [
      `update palimpsest.memory set cues = 2147418112 where tenant_id = $1`,
      `update palimpsest.memory_term set asked = 0, run = 32767 where tenant_id = $1`,
    ])
      await memory.database.ownerQuery(old, [id]);
    expect((await search(ann, "heron sleep")).map(({ text }) => text).sort()).toEqual(before.sort());
  });
});
