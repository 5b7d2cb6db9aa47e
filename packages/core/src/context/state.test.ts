import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

const [ann, rev, bot] = [human("ann"), human("rev"), agent("bot")];
const key = "sk_live_4eC39HqLyjWDarjtT1zdp7dc";

describe.each(engines)("working memory and plans in contexts on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const build = async (session_id: string, more: object = {}, who = bot) => {
    const { acb } = await memory.call(who, "buildAcb", { session_id, channel: "private", ...more } as never);
    return { ...acb, state: acb.sections.find(({ name }) => name === "task_state")! };
  };
  const decide = async (decision: string) =>
    (await memory.call(ann, "createDecision", { decision, project_id: "elsewhere", scope: "project" }))
      .memory_id;

  it("show the reader's working memory of the session, and nobody else's", async () => {
    const ref_id = await decide("Refunds go to the card");
    const session = { session_id: "s" };
    await memory.call(bot, "openWorkingMemory", session);
    await memory.call(bot, "focusWorkingMemory", {
      ...session,
      task: "Check the invoice",
      frame: "debugging",
    });
    await memory.call(bot, "addWorkingThread", { ...session, description: "Call Ben", priority: "low" });
    await memory.call(bot, "addWorkingThread", { ...session, description: "Call Ada", priority: "high" });
    await memory.call(bot, "loadWorkingItem", {
      ...session,
      type: "decision",
      ref_id,
      relevance: 0.8,
      summary: "the card",
    });
    await memory.call(ann, "createTask", { title: "Water the ferns" });
    const bundle = await build("s");
    expect(bundle.state.lines).toEqual([
      ...["now: Check the invoice (debugging)", "open, high: Call Ada", "open, low: Call Ben"],
    ]);
    expect(bundle.state.items.map(({ memory_id, text }) => [memory_id === ref_id, text])).toEqual([
      [true, "the card"],
      [false, "Water the ferns"],
    ]);
    expect(bundle.active_tasks.map(({ title }) => title)).toEqual(["Water the ferns"]);
    expect(bundle.prompt).toContain("- [in mind, 0.8] the card");
    for (const [name, who, channel] of [
      ["other", bot, "private"],
      ["s", agent("other"), "private"],
      ["s", ann, "private"],
      ["s", bot, "team"],
      ["s", bot, "public"],
    ] as const) {
      const other = await build(name, { channel }, who);
      expect(other.state.lines, `${name} ${who.id} ${channel}`).toBeUndefined();
      expect(other.prompt).not.toMatch(/Call Ada|the card/);
    }
    await memory.call(ann, "applyEdit", {
      ...{ target_type: "decision", target_id: ref_id, op: "retract", reason: "a test" },
    } as never);
    expect((await build("s")).prompt).not.toContain("the card");
  });

  it("are told by the receipt and the replay without their text", async () => {
    const ref_id = await decide("Refunds take a week");
    await memory.call(bot, "openWorkingMemory", { session_id: "r" });
    await memory.call(bot, "loadWorkingItem", {
      session_id: "r",
      type: "decision",
      ref_id,
      relevance: 0.8,
      summary: "a week",
    });
    const alone = await build("r");
    await memory.call(bot, "focusWorkingMemory", { session_id: "r", task: "Hush the sparrow" });
    const both = await build("r");
    const shown = await memory.call(bot, "getAcb", { acb_id: both.acb_id });
    expect(shown.items).toContainEqual(expect.objectContaining({ memory_id: ref_id, section: "task_state" }));
    const rows = await memory.database.ownerQuery(
      `select r::text from palimpsest.receipt r where r::text like '%sparrow%'`,
    );
    expect(rows).toEqual([]);
    for (const { acb_id } of [alone, both]) {
      const replay = await memory.call(bot, "replayAcb", { acb_id });
      expect(replay.causes).toEqual([expect.objectContaining({ memory_id: null, cause: "state" })]);
      expect(replay.items).toContainEqual(
        expect.objectContaining({ memory_id: ref_id, section: "task_state", verified: true, withheld: null }),
      );
      expect(JSON.stringify(replay)).not.toContain("sparrow");
    }
    expect(await memory.call(bot, "diffAcb", { acb_id: both.acb_id })).toMatchObject({
      left: [],
      entered: [],
    });
    const { edit_id } = await memory.call(ann, "applyEdit", {
      ...{ target_type: "decision", target_id: ref_id, op: "retract", reason: "a test" },
    } as never);
    const { contexts } = await memory.call(rev, "editExposure", { edit_id });
    expect(contexts.map(({ acb_id }) => acb_id)).toContain(both.acb_id);
    const after = await memory.call(bot, "replayAcb", { acb_id: both.acb_id });
    expect(JSON.stringify(after.acb)).not.toContain("take a week");
  });

  it("show a plan and its state to those who ask for it, masked and without hidden keys", async () => {
    await memory.call(bot, "createPlan", {
      ...{
        plan_id: "launch",
        goal_event: "product.launched",
        goal_data: { product: "kettle", _note: "hidden one" },
      },
      state: { step: 2, nested: [{ _private: "hidden two", open: true }] },
    });
    const set = (plan_id: string, name: string, value: unknown) =>
      memory.call(bot, "setPlanState", { plan_id, key: name, value } as never);
    await set("launch", "_action_history", ["hidden three"]);
    await set("launch", "findings", { price: 20 });
    await set("launch", "login", { password: "Tr0ub4dor&3x", note: `use ${key}` });
    const { state, prompt } = await build("p", { plan_id: "launch" }, agent("other"));
    expect(state.lines).toEqual([
      'plan launch (running): product.launched goal_data: {"product":"kettle"} state: {"step":2,"nested":[{"open":true}]}',
      'launch/findings: {"price":20}',
      'launch/login: {"note":"use [SECRET_REDACTED]","password":"[SECRET_REDACTED]"}',
    ]);
    expect(prompt).not.toMatch(/hidden|ub4dor|4eC39/);
    expect(prompt.indexOf("findings")).toBeGreaterThan(prompt.indexOf("<<<memory"));
    expect((await build("p", { plan_id: "launch", channel: "agent" })).state.lines).toHaveLength(3);
    for (const more of [
      {},
      { plan_id: "no such plan" },
      { plan_id: "launch", channel: "team" },
      { plan_id: "launch", channel: "public" },
      { plan_id: "launch", as_of: new Date(Date.now() - 1).toISOString() },
    ]) {
      expect((await build("p", more)).state.lines, JSON.stringify(more)).toBeUndefined();
    }
    await set("without a plan", "token", "abc");
    const context = await memory.call(bot, "context", { query: "", plan_id: "without a plan" });
    expect(context.prompt).toContain("without a plan/token: ");
  });
});
