import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import type { Principal } from "../../identity/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

describe.each(engines)("memories and histories on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const [bot, cog, ann] = [agent("bot"), agent("cog"), human("ann")];
  const store = (content: string, more: object = {}, who: Principal = bot) =>
    memory.call(who, "memoryStore", { content, type: "fact", confidence: 0.8, ...more });
  const find = async (query: string, more: object = {}, who: Principal = bot) =>
    (await memory.call(who, "memorySearch", { query, ...more })).memories;
  const turn = (content: string, more: object = {}, who: Principal = bot) =>
    memory.call(who, "historyAppend", {
      ...{ conversation_id: "c", role: "user", turn_index: 0, content, ...more },
    });
  const turns = (more: object = {}, who: Principal = bot) =>
    memory.call(who, "historyGet", { conversation_id: "c", ...more });

  it("are stored once, and found by every surface of facts", async () => {
    const first = await store("Tea is served at four", { type: "preference", conversation_id: "c-1" });
    expect(first).toEqual({ memory_id: expect.stringMatching(/^mem_/), status: "created" });
    const again = { type: "preference", conversation_id: "c-1" };
    expect(await store("Tea is served at four", again)).toEqual({ ...first, status: "exists" });
    const { memories, total } = await memory.call(bot, "memorySearch", { query: "tea at four" });
    expect(memories).toMatchObject([
      { memory_id: first.memory_id, content: "Tea is served at four", type: "preference", confidence: 0.8 },
    ]);
    expect(total).toBe(1);
    const id = first.memory_id;
    const { memories: recalled } = await memory.call(bot, "recall", { query: "tea at four" });
    expect(recalled.map(({ memory_id }) => memory_id)).toContain(id);
    expect(await memory.call(bot, "getFact", { fact_id: id })).toMatchObject({ category: "preference" });
    const known = await memory.call(bot, "queryKnowledge", { q: "tea at four" });
    expect(known.results.map((row) => row.id)).toContain(id);
    for (const who of [cog, ann]) expect(await find("tea at four", {}, who)).toEqual([]);
  });

  it("show what other surfaces learned and corrected, and no more what they retracted", async () => {
    const learned = await memory.call(bot, "learnFact", { content: "Coffee is served at nine" });
    const { memory_id } = await store("Cocoa is served at ten");
    expect((await find("served at nine")).map((row) => row.memory_id)).toContain(learned.id);
    await memory.call(bot, "correct", { memory_id, text: "Cocoa is served at noon", reason: "it moved" });
    expect((await find("cocoa"))[0]).toMatchObject({ memory_id, content: "Cocoa is served at noon" });
    await memory.call(bot, "forget", { memory_id, reason: "no more cocoa" });
    expect(await find("cocoa")).toEqual([]);
    await expect(store("Cocoa is served at noon")).rejects.toMatchObject({ code: "TOMBSTONED" });
  });

  it("are narrowed by how sure they are, and listed by type, page by page", async () => {
    await store("The larch is tall", { confidence: 0.2 }, cog);
    const sure = await store("The larch is old", { confidence: 0.9, type: "project" }, cog);
    const found = await memory.call(cog, "memorySearch", { query: "larch", min_confidence: 0.5 });
    expect(found).toMatchObject({ memories: [{ memory_id: sure.memory_id }], total: 1 });
    await memory.call(cog, "learnFact", { content: "The larch is bare" });
    const list = (more: object) => memory.call(cog, "memoryList", more);
    expect(await list({ type: "project" })).toMatchObject({ memories: [{ type: "project" }], total: 1 });
    const { memories, total } = await list({ type: "fact" });
    expect(memories.map(({ content }) => content)).toEqual(["The larch is bare", "The larch is tall"]);
    expect(total).toBe(2);
    const page = await list({ limit: 2 });
    expect([page.memories.length, page.total]).toEqual([2, 3]);
    const rest = await list({ limit: 2, cursor: page.next_cursor });
    expect(rest.memories.map(({ content }) => content)).toEqual(["The larch is tall"]);
  });

  it("are deleted by an edit that can be undone, by their own ids alone", async () => {
    const { memory_id } = await store("Milk is out");
    const remove = (id: string, who: Principal = bot) =>
      memory.call(who, "memoryDelete", { memory_id: id, reason: "there is milk" });
    await expect(remove(memory_id, cog)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(remove("chk_1")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    expect(await remove(memory_id)).toMatchObject({ memory_id, status: "deleted" });
    expect(await find("milk")).toEqual([]);
    await memory.call(bot, "applyEdit", {
      ...{ target_type: "memory", target_id: memory_id, op: "restore", patch: {}, reason: "it is out again" },
    });
    expect(await find("milk")).toMatchObject([{ memory_id }]);
  });

  it("append a turn once, and refuse another at its place", async () => {
    const first = await turn("Hello there");
    expect(first).toMatchObject({ id: "c_turn_0", status: "created" });
    const many = await Promise.all(Array.from({ length: 5 }, () => turn("How are you?", { turn_index: 1 })));
    expect(new Set(many.map(({ memory_id }) => memory_id)).size).toBe(1);
    expect(await turn("Hello there")).toEqual({ ...first, status: "exists" });
    await expect(turn("Goodbye")).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(turn("Hello there", { role: "system" })).rejects.toMatchObject({ code: "CONFLICT" });
    expect((await turn("Goodbye", {}, cog)).status).toBe("created");
    await turn("Fine", { turn_index: 10, role: "assistant" });
    expect(await turns()).toMatchObject({
      ...{ conversation_id: "c", total: 3 },
      turns: [{ content: "Hello there" }, { turn_index: 1 }, { id: "c_turn_10", role: "assistant" }],
    });
    const last = await turns({ limit: 2 });
    expect(last.turns.map(({ turn_index }) => turn_index)).toEqual([1, 10]);
    expect(last.total).toBe(3);
    expect(await turns({}, ann)).toMatchObject({ turns: [], total: 0 });
  });

  it("show turns to searches, and as they were corrected", async () => {
    const { memory_id } = await turn("My boat is called Petrel", { conversation_id: "boat" });
    const found = await memory.call(bot, "recall", { query: "boat called" });
    expect(found.memories.map((row) => row.memory_id)).toContain(memory_id);
    await memory.call(bot, "correct", { memory_id, text: "My boat is called Gannet", reason: "renamed" });
    const shown = async () => (await turns({ conversation_id: "boat" })).turns.map(({ content }) => content);
    expect(await shown()).toEqual(["My boat is called Gannet"]);
    const again = await turn("My boat is called Petrel", { conversation_id: "boat" });
    expect(again).toMatchObject({ memory_id, status: "exists" });
    await memory.call(bot, "forget", { memory_id, reason: "sold" });
    expect(await shown()).toEqual([]);
  });
});
