import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { admin, agent, human, openTestMemory, type TestMemory, tenantB } from "../testing/test-memory.js";

const [ada, ben] = [agent("ada"), agent("ben")];
const statuses = ["running", "paused", "completed", "failed"] as const;

describe.each(engines)("plans on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const create = (plan_id: string, more: object = {}, who = ada) =>
    memory.call(who, "createPlan", { plan_id, goal_event: "product.launched", ...more });
  const update = (plan_id: string, change: object, who = ben) =>
    memory.call(who, "updatePlan", { plan_id, ...change });
  const missing = { code: "NOT_FOUND", message: "No such plan, or it is not yours to see." };

  it("are shared by the tenant and belong to who created them", async () => {
    const made = await create("first", { goal_data: { a: 1 }, correlation_ids: ["m-1", "m-2", "m-1"] });
    expect(made).toMatchObject({
      ...{ plan_id: "first", user_id: "ada", status: "running", state: {}, goal_data: { a: 1 } },
      ...{ session_id: null, parent_plan_id: null, response_event: null, current_state: null },
      correlation_ids: ["m-1", "m-2"],
    });
    expect(await memory.call(ben, "getPlan", { plan_id: "first" })).toEqual(made);
    expect(await memory.call(ben, "getPlanByCorrelation", { correlation_id: "m-2" })).toEqual(made);
    await expect(create("first", {}, ben)).rejects.toMatchObject({ code: "CONFLICT" });
    const theirs = agent("ada", tenantB);
    await expect(memory.call(theirs, "getPlan", { plan_id: "first" })).rejects.toMatchObject(missing);
    const byCorrelation = memory.call(theirs, "getPlanByCorrelation", { correlation_id: "m-1" });
    await expect(byCorrelation).rejects.toMatchObject(missing);
    expect(await create("first", {}, theirs)).toMatchObject({ plan_id: "first" });
  });

  it("give the one changed last for a correlation id that several have", async () => {
    await create("older", { correlation_ids: ["both"] });
    await create("newer", { correlation_ids: ["both"] });
    const find = async () =>
      (await memory.call(ada, "getPlanByCorrelation", { correlation_id: "both" })).plan_id;
    expect(await find()).toBe("newer");
    await update("older", { current_state: "checking" });
    expect(await find()).toBe("older");
    await update("older", { correlation_ids: [] });
    expect(await find()).toBe("newer");
  });

  it("replace or merge their state, and never both", async () => {
    await create("changing", { state: { a: 1, b: { c: 1 } } });
    expect(await update("changing", { merge_state: { b: { d: 1 }, e: null } })).toMatchObject({
      state: { a: 1, b: { d: 1 }, e: null },
      user_id: "ada",
    });
    expect((await update("changing", { state: { z: 1 } })).state).toEqual({ z: 1 });
    await expect(update("changing", { state: {}, merge_state: {} })).rejects.toMatchObject({
      message: "merge_state cannot be given together with state",
    });
    await expect(update("changing", {})).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await expect(update("unknown", { state: {} })).rejects.toMatchObject(missing);
    const large = { text: "x".repeat(600_000) };
    await update("changing", { merge_state: { first: large } });
    await expect(update("changing", { merge_state: { second: large } })).rejects.toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
    });
    expect((await memory.call(ada, "getPlan", { plan_id: "changing" })).state).not.toHaveProperty("second");
  });

  it("change their status only in the ways allowed", async () => {
    const allowed: string[] = [];
    for (const from of statuses) {
      for (const to of statuses) {
        const plan_id = `${from}-${to}`;
        await create(plan_id, { status: from });
        const changed = await update(plan_id, { status: to, current_state: "x" }).then(
          ({ status }) => status,
          (error: { code: string }) => error.code,
        );
        expect([to, "CONFLICT"]).toContain(changed);
        if (changed === to) allowed.push(plan_id);
        else
          expect(await memory.call(ada, "getPlan", { plan_id })).toMatchObject({
            status: from,
            current_state: null,
          });
      }
    }
    expect(allowed).toEqual([
      ...["running-running", "running-paused", "running-completed", "running-failed"],
      ...["paused-running", "paused-paused", "paused-completed", "paused-failed"],
      ...["completed-completed", "failed-running", "failed-failed"],
    ]);
  });

  it("are listed newest first, under filters, page by page", async () => {
    const who = agent("lister");
    const names = ["l1", "l2", "l3", "l4"];
    for (const [n, name] of names.entries()) {
      await create(name, { status: statuses[n], session_id: n > 1 ? "s" : undefined }, who);
    }
    const list = async (input: object) => {
      const { plans, ...rest } = await memory.call(ben, "listPlans", { user_id: "lister", ...input });
      return { names: plans.map(({ plan_id }) => plan_id), ...rest };
    };
    expect(await list({})).toEqual({ names: ["l4", "l3", "l2", "l1"], total_count: 4, next_cursor: null });
    expect((await list({ status: "active" })).names).toEqual(["l2", "l1"]);
    expect((await list({ status: "failed" })).names).toEqual(["l4"]);
    expect((await list({ session_id: "s" })).names).toEqual(["l4", "l3"]);
    const first = await list({ limit: 3 });
    expect(first).toMatchObject({ names: ["l4", "l3", "l2"], total_count: 4 });
    expect(await list({ limit: 3, cursor: first.next_cursor })).toMatchObject({
      names: ["l1"],
      next_cursor: null,
    });
    await expect(list({ limit: 3, status: "failed", cursor: first.next_cursor })).rejects.toMatchObject({
      code: "INVALID_CURSOR",
    });
  });

  it("take their working state and task contexts along, and only for those who may delete them", async () => {
    await create("gone");
    for (const key of ["a", "b"]) await memory.call(ben, "setPlanState", { plan_id: "gone", key, value: 1 });
    await memory.call(ben, "setPlanState", { plan_id: "gone too", key: "a", value: 1 });
    for (const [task_id, plan_id] of Object.entries({ t1: "gone", t2: "gone too" })) {
      await memory.call(ben, "storeTaskContext", { task_id, plan_id, event_type: "e", sub_tasks: ["s"] });
    }
    const remove = (who = ben) => memory.call(who, "deletePlan", { plan_id: "gone" });
    await expect(remove()).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await memory.call(ada, "listPlanState", { plan_id: "gone" })).toMatchObject({ total_count: 2 });
    expect(await remove(ada)).toEqual({
      ...{ plan_id: "gone", deleted: true, working_deleted: 2, task_contexts_deleted: 1 },
    });
    await expect(remove(ada)).rejects.toMatchObject(missing);
    await expect(memory.call(ada, "getTaskContext", { task_id: "t1" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await memory.call(ada, "getTaskBySubtask", { subtask_id: "s" })).toMatchObject({ task_id: "t2" });
    expect(await memory.call(ada, "listPlanState", { plan_id: "gone too" })).toMatchObject({
      total_count: 1,
    });
    for (const who of [human("rev"), admin()]) {
      await create("gone");
      expect(await remove(who)).toMatchObject({ deleted: true });
    }
  });
});
