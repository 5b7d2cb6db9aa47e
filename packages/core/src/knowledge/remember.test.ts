import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

describe.each(engines)("remembering the same words again on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const bot = agent("bot");
  const remember = (text: string, given: object = {}) =>
    memory.call(bot, "remember", { text, ...given } as never);
  const recalled = async (who: string, query: string) =>
    (await memory.call(agent(who), "recall", { query })).memories.map(({ text }) => text);

  it("keeps one memory per audience, whatever the order of its members", async () => {
    const text = "The vault opens at seven";
    const given = (...audience: string[]) => ({ visibility: "custom", audience });
    const first = await remember(text, given("bea", "cy"));
    expect(await remember(text, given("cy", "bea", "cy"))).toMatchObject({
      status: "exists",
      memory_id: first.memory_id,
    });
    expect((await remember(text, given("dee"))).status).toBe("created");
    for (const reader of ["bea", "dee"])
      expect(await recalled(reader, "vault opens"), reader).toEqual([text]);
  });

  it("opens a new task when the same one was done, and none while it is open", async () => {
    const say = () => remember("Water the ferns", { kind: "task" });
    const { memory_id } = await say();
    await memory.call(bot, "setTaskStatus", { memory_id, status: "doing" });
    expect((await say()).status).toBe("exists");
    await memory.call(bot, "setTaskStatus", { memory_id, status: "done" });
    const again = await say();
    expect(again.status).toBe("created");
    const { tasks } = await memory.call(bot, "listTasks", {});
    expect(tasks.map(({ memory_id }) => memory_id)).toEqual([again.memory_id]);
  });

  it("links the existing memory to what it is said to be made from now, so that edits of that reach it", async () => {
    const source = async (text: string) => (await remember(text)).memory_id;
    const [tide, moon] = [await source("The tide is high at noon"), await source("The moon is full")];
    const say = (...derived_from: string[]) => remember("Moor the boat before noon", { derived_from });
    const { memory_id } = await say(tide);
    expect(await say(tide, moon, memory_id)).toMatchObject({ status: "exists", memory_id });
    const preview = await memory.call(human(), "previewEdit", {
      ...{ target_type: "memory", target_id: moon, op: "retract" },
    });
    expect(preview.blast_radius).toMatchObject({ derived_count: 1, derived: [{ memory_id }] });
    await memory.call(human(), "applyEdit", {
      ...{
        target_type: "memory",
        target_id: moon,
        op: "retract",
        cascade: "quarantine",
        reason: "it is not",
      },
    });
    expect((await memory.call(bot, "memoryHistory", { memory_id })).current.is_quarantined).toBe(true);
    await expect(say(moon)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("lets nobody link what somebody else wrote, in SQL either", async () => {
    const [theirs, own] = [
      (await memory.call(agent("other"), "remember", { text: "Gulls sleep standing" })).memory_id,
      (await remember("Gulls do not sleep")).memory_id,
    ];
    const link = memory.services.db.transaction(bot, (tx) =>
      tx.query(
        `insert into palimpsest.memory_link (tenant_id, from_id, to_id, type) values ($1, $2, $3, 'derived_from')`,
        [bot.tenantId, theirs, own],
      ),
    );
    await expect(link).rejects.toThrow(/row-level security/);
    // The same words by another writer are another memory.
    const again = await memory.call(agent("other"), "remember", { text: "Gulls do not sleep" });
    expect(again).toMatchObject({ status: "created" });
  });

  it("makes a superseded decision active again", async () => {
    const say = () => remember("We meet on Mondays", { kind: "decision" });
    const { memory_id } = await say();
    await memory.call(bot, "supersedeDecision", { memory_id, decision: "We meet on Tuesdays" });
    const again = await say();
    expect(again.status).toBe("created");
    const { decisions } = await memory.call(bot, "listDecisions", {});
    expect(decisions.map(({ memory_id }) => memory_id)).toContain(again.memory_id);
  });

  it("keeps a memory without an end that was first remembered with one", async () => {
    const soon = { expires_at: new Date(Date.now() + 60_000).toISOString() };
    const first = await remember("The gate code has changed", soon);
    expect(await remember("The gate code has changed", soon)).toMatchObject({
      status: "exists",
      memory_id: first.memory_id,
    });
    expect((await remember("The gate code has changed")).status).toBe("created");
  });

  it("tells what it is from how it begins, unless it is said", async () => {
    const kindOfText = async (text: string, given: object = {}) => (await remember(text, given)).kind;
    expect(await kindOfText("How to moor a boat:\nTake a line.")).toBe("procedure");
    expect(await kindOfText("how  to reef a sail")).toBe("procedure");
    expect(await kindOfText("Never moor upwind.")).toBe("censor");
    expect(await kindOfText("How to splice a rope", { kind: "note" })).toBe("chunk");
    expect(await kindOfText("However tomorrow goes, we sail")).toBe("chunk");
    expect(await kindOfText(`How to ${"sail ".repeat(1_000)}`)).toBe("chunk");
    expect(await kindOfText(`Never ${"sail ".repeat(1_000)}`)).toBe("chunk");
    const { procedures } = await memory.call(bot, "searchProcedures", { query: "moor boat" });
    expect(procedures[0]).toMatchObject({ name: "How to moor a boat:", description: "Take a line." });
    const forged = remember("How to steer", { kind: "procedure", attributes: { agent_id: "other" } });
    await expect(forged).rejects.toMatchObject({ details: [{ path: "attributes.agent_id" }] });
  });

  it("writes one memory when the same text is sent many times at once", async () => {
    const said = await Promise.all(Array.from({ length: 8 }, () => remember("The geese are back")));
    expect(said.filter(({ status }) => status === "created")).toHaveLength(1);
    expect(new Set(said.map(({ memory_id }) => memory_id)).size).toBe(1);
  });

  it.each([
    ["an end in the past", { expires_at: "2020-01-01T00:00:00Z" }, "expires_at"],
    ["a team's memory without a team", { visibility: "team", audience: ["bea"] }, "audience"],
    ["a team without a name", { visibility: "custom", audience: ["bea", "team:"] }, "audience.1"],
  ])("refuses %s, and says so", async (_, given, path) => {
    await expect(remember("Nobody would see this", given)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: [{ path }],
    });
    const team = { visibility: "team", audience: ["team:red", "bea"] };
    expect(await remember("The reds meet at noon", team)).toBeDefined();
  });
});
