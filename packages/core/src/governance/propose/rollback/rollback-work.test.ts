import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../db/testing/index.js";
import type { Principal } from "../../../identity/index.js";
import { runJobs } from "../../../testing/run-jobs.js";
import { agent, human, openTestMemory, type TestMemory } from "../../../testing/test-memory.js";
import { codeOf } from "../../testing/surgery.js";
import { perStep, rollbackKind } from "./rollback-writer.js";
import { undoKind } from "./undo-rollback.js";

describe.each(engines)("working state of a rolled-back writer on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const [ann, ben, bot] = [human("ann"), human("ben"), agent("bot")];
  const call = (who: Principal, name: string, input: object) =>
    memory.call(who, name as never, input as never);
  const set = (who: Principal, plan_id: string, key: string, value: unknown) =>
    call(who, "setPlanState", { plan_id, key, value });
  const state = async (plan_id: string, who: Principal = ann) =>
    (await memory.call(who, "listPlanState", { plan_id })).entries.map(({ key, value, updated_by }) => [
      ...[key, value, updated_by],
    ]);
  const rollback = async (name: string, given: object = {}) =>
    (await memory.call(ann, "bulkEdit", {
      ...{ writer: `agent:${name}`, op: "retract", reason: "poisoned", ...given },
    } as never))!;
  const undo = async (rollback_id: string) => {
    await memory.call(ben, "bulkEdit", { rollback_id, op: "restore", reason: "it was another agent" });
    await runJobs(memory.services, [undoKind]);
  };

  it("is taken back, what others had there is as before, and an undo gives it back", async () => {
    const rogue = agent("meddler");
    await set(ann, "launch", "price", 20);
    await set(ann, "launch", "guests", ["ann"]);
    await set(rogue, "launch", "price", 999);
    await set(rogue, "launch", "price", 1_000);
    await set(rogue, "launch", "note", "pay the meddler");
    await call(rogue, "updatePlanState", {
      plan_id: "launch",
      key: "guests",
      op: "append",
      value: "meddler",
    });
    await set(rogue, "launch", "taken over", "by the meddler");
    await set(ann, "launch", "taken over", "by ann");
    await call(ann, "createPlan", {
      ...{
        plan_id: "launch",
        goal_event: "launched",
        goal_data: { of: "kettle" },
        correlation_ids: ["msg-1"],
      },
    });
    await call(rogue, "updatePlan", {
      ...{ plan_id: "launch", status: "failed", merge_state: { pay: "meddler" }, correlation_ids: ["msg-2"] },
    });
    await call(rogue, "createPlan", { plan_id: "own", goal_event: "took over", correlation_ids: ["msg-3"] });
    const task = { task_id: "draft", event_type: "asked", data: { for: "ann" }, sub_tasks: ["check"] };
    await call(bot, "storeTaskContext", task);
    await call(rogue, "storeTaskContext", { ...task, data: { for: "meddler" }, sub_tasks: ["steal"] });
    await call(rogue, "createSession", { session_id: "s", name: "Meddling", metadata: { for: "meddler" } });
    await call(rogue, "openWorkingMemory", { session_id: "s" });
    await call(rogue, "focusWorkingMemory", { session_id: "s", task: "Pay the meddler" });
    await call(rogue, "addWorkingThread", {
      session_id: "s",
      description: "Ask for the safe",
      priority: "high",
    });

    expect((await rollback("meddler", { dry_run: true })).preview).toMatchObject({ work: 8 });
    const { rollback: made } = await rollback("meddler");
    expect(made).toMatchObject({ work: 8, job_id: null });
    const before = [
      ["guests", ["ann"], "human:ann"],
      ["price", 20, "human:ann"],
      ["taken over", "by ann", "human:ann"],
    ];
    expect(await state("launch", bot)).toEqual(before);
    expect(await call(bot, "getPlan", { plan_id: "launch" })).toMatchObject({
      ...{ status: "running", state: {}, correlation_ids: ["msg-1"] },
    });
    expect(await codeOf(call(bot, "getPlanByCorrelation", { correlation_id: "msg-3" }))).toBe("NOT_FOUND");
    const found = await call(bot, "getTaskBySubtask", { subtask_id: "check" });
    expect(found).toMatchObject({ data: { for: "ann" }, sub_tasks: ["check"] });
    expect(await codeOf(call(rogue, "getSession", { session_id: "s" }))).toBe("NOT_FOUND");
    expect(await codeOf(call(rogue, "getWorkingMemory", { session_id: "s" }))).toBe("NOT_FOUND");
    // Nothing of it comes back when those are rolled back who wrote over it.
    expect((await rollback("meddler")).note).toBeDefined();

    await set(ben, "launch", "note", "nobody pays");
    await undo(made!.rollback_id);
    expect(await state("launch")).toEqual([
      ["guests", ["ann", "meddler"], "agent:meddler"],
      ["note", "nobody pays", "human:ben"],
      ["price", 1_000, "agent:meddler"],
      ["taken over", "by ann", "human:ann"],
    ]);
    expect(await call(bot, "getPlan", { plan_id: "launch" })).toMatchObject({
      ...{ status: "failed", state: { pay: "meddler" }, correlation_ids: ["msg-2"] },
    });
    expect(await call(bot, "getPlanByCorrelation", { correlation_id: "msg-3" })).toMatchObject({
      plan_id: "own",
    });
    expect(await call(bot, "getTaskBySubtask", { subtask_id: "steal" })).toMatchObject({
      data: { for: "meddler" },
    });
    expect(await call(rogue, "getSession", { session_id: "s" })).toMatchObject({ name: "Meddling" });
    expect(await call(rogue, "getWorkingMemory", { session_id: "s" })).toMatchObject({
      current_task: "Pay the meddler",
      open_threads: [{ description: "Ask for the safe" }],
    });
    expect(
      await codeOf(call(ben, "bulkEdit", { rollback_id: made!.rollback_id, op: "restore", reason: "x" })),
    ).toBe("NOT_FOUND");
    // Once more, from what came back.
    expect((await rollback("meddler")).rollback).toMatchObject({ work: 7 });
    expect(await state("launch")).toEqual([
      before[0],
      ["note", "nobody pays", "human:ben"],
      before[1],
      before[2],
    ]);
  });

  it("is taken back from a time on", async () => {
    const rogue = agent("turned");
    await set(rogue, "turned", "good", 1);
    const since = new Date(Date.now() + 5).toISOString();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await set(rogue, "turned", "bad", 1);
    expect((await rollback("turned", { since })).rollback).toMatchObject({ work: 1 });
    expect(await state("turned")).toEqual([["good", 1, "agent:turned"]]);
  });

  it("does not bring back words that were retracted since", async () => {
    const rogue = agent("cleaner");
    await set(ann, "words", "hint", { said: ["The safe opens at the seventh chime"] });
    await set(rogue, "words", "hint", "gone");
    const { memory_id } = await memory.call(ann, "remember", { text: "The safe opens at the seventh chime" });
    await memory.call(ann, "forget", { memory_id, reason: "a secret" });
    expect((await rollback("cleaner")).rollback).toMatchObject({ work: 1 });
    expect(await state("words")).toEqual([]);
  });

  it("is hidden from the answer on, however much there is", async () => {
    const rogue = agent("busy");
    const many = perStep(memory.services) + 5;
    await set(rogue, "busy", "k000", "first");
    await memory.database.ownerQuery(
      `insert into palimpsest.plan_state (tenant_id, plan_id, key, value, updated_by)
       select s.tenant_id, s.plan_id, 'k' || lpad(n::text, 3, '0'), s.value, s.updated_by
       from palimpsest.plan_state s, generate_series(1, $1::integer - 1) n where s.plan_id = 'busy'`,
      [many],
    );
    await call(rogue, "createPlan", { plan_id: "busy", goal_event: "kept busy" });
    const { rollback: made } = await rollback("busy");
    expect(made!.job_id).not.toBeNull();
    expect(await state("busy", bot)).toEqual([]);
    expect(await codeOf(call(bot, "getPlan", { plan_id: "busy" }))).toBe("NOT_FOUND");
    const last = `k${String(many - 1).padStart(3, "0")}`;
    expect(await codeOf(call(bot, "getPlanState", { plan_id: "busy", key: last }))).toBe("NOT_FOUND");
    // It can be set anew meanwhile, and that stays.
    await set(bot, "busy", last, "by bot");
    await runJobs(memory.services, [rollbackKind]);
    expect(await state("busy", rogue)).toEqual([[last, "by bot", "agent:bot"]]);
    await undo(made!.rollback_id);
    expect((await memory.call(bot, "listPlanState", { plan_id: "busy" })).total_count).toBe(many);
    expect(await call(bot, "getPlanState", { plan_id: "busy", key: last })).toMatchObject({
      value: "by bot",
    });
  });
});
