import type { OperationName } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { newTenant } from "../policy/testing/tenants.js";
import { openTestMemory, type TestMemory } from "../testing/test-memory.js";
import { exportAll, importAll } from "../transfer/testing/copy.js";

const text = "Zoe keeps the key under the mat";
const said = `“${text.toUpperCase()}!”`;
const deep = { notes: [{ why: said }] };
const plan = { plan_id: "p", goal_event: "launched" };
const task = { task_id: "t", event_type: "asked" };
const state = { plan_id: "p", key: "k" };

describe.each(engines)("a retracted text in working state on $name", (engine) => {
  let memory: TestMemory;
  let tenant: ReturnType<typeof newTenant>;
  let call: ReturnType<TestMemory["as"]>;
  let retracted: string;

  beforeAll(async () => {
    memory = await openTestMemory(engine);
    tenant = newTenant(memory);
    call = ((operation, input) => memory.call(tenant.bot, operation, input as never)) as typeof call;
    const remember = async (words: string) => {
      const about = { text: words, subject_type: "user", subject_id: "zoe" };
      const { memory_id } = await call("remember", about);
      await memory.call(tenant.ann, "forget", { memory_id, reason: "not true" });
      return memory_id;
    };
    retracted = await remember(`${text}.`);
    await remember("hidden");
    await call("createPlan", plan);
    await call("storeTaskContext", task);
    await call("createSession", { session_id: "s" });
    await call("setPlanState", { ...state, key: "list", value: [] });
  });
  afterAll(() => memory.close());

  const writes: [OperationName, object][] = [
    ["createPlan", { ...plan, plan_id: "q", goal_data: deep }],
    ["createPlan", { ...plan, plan_id: "q", state: { [said]: 1 } }],
    ["createPlan", { ...plan, plan_id: "q", current_state: said }],
    ["updatePlan", { plan_id: "p", goal_data: deep }],
    ["updatePlan", { plan_id: "p", state: deep }],
    ["updatePlan", { plan_id: "p", merge_state: deep }],
    ["storeTaskContext", { ...task, data: deep }],
    ["storeTaskContext", { ...task, response_topic: said }],
    ["updateTaskContext", { task_id: "t", state: deep }],
    ["updateTaskContext", { task_id: "t", merge_state: deep }],
    ["createSession", { session_id: "r", name: said }],
    ["createSession", { session_id: "r", metadata: deep }],
    ["updateSession", { session_id: "s", name: said }],
    ["updateSession", { session_id: "s", metadata: deep }],
    ["setPlanState", { ...state, value: said }],
    ["setPlanState", { ...state, value: deep }],
    ["setPlanState", { ...state, key: said, value: 1 }],
    ["setPlanState", { ...state, value: said, if_version: 0 }],
    ["setPlanState", { ...state, key: "list", value: said, if_version: 1 }],
    ["updatePlanState", { ...state, key: "list", op: "append", value: said }],
    ["updatePlanState", { ...state, key: "list", op: "extend", values: ["plain", deep] }],
    ["updatePlanState", { ...state, key: "map", op: "update_dict", updates: deep }],
  ];

  it.each(writes)("is refused by %s with %j, and nothing is stored", async (operation, input) => {
    await expect(call(operation, input as never)).rejects.toMatchObject({
      code: "TOMBSTONED",
      message: `This was retracted before (${retracted}) and is not taken again. Restore what was retracted, or leave these words out.`,
    });
    const tables = ["plan", "plan_state", "task_context", "session"];
    const stored = await Promise.all(
      tables.map((table) =>
        memory.database.ownerQuery(`select t::text from palimpsest.${table} t where tenant_id = $1`, [
          tenant.id,
        ]),
      ),
    );
    expect(JSON.stringify(stored).toLowerCase()).not.toContain("zoe");
  });

  it("is taken as a single word, which is a label, as an id, and within other words", async () => {
    await call("createPlan", { ...plan, plan_id: text, correlation_ids: [text] });
    await call("deletePlan", { plan_id: text });
    for (const value of ["hidden", "", { hidden: ["hidden"] }, `${text} of the door`]) {
      expect(await call("setPlanState", { ...state, key: "plain", value })).toMatchObject({ value });
    }
  });

  it("is refused in an import, its record alone", async () => {
    const stamp = "2026-01-01T00:00:00Z";
    const times = { created_at: stamp, updated_at: stamp };
    const entry = {
      type: "plan_state",
      plan_id: "i",
      version: 1,
      updated_at: stamp,
      updated_by: "agent:bot",
    };
    const held = { type: "session", user_id: tenant.bot.id, created_at: stamp, last_interaction: stamp };
    const records = [
      { ...entry, key: "good", value: "plain words" },
      { ...entry, key: "bad", value: deep },
      {
        type: "plan",
        user_id: tenant.bot.id,
        ...plan,
        plan_id: "i",
        status: "running",
        state: deep,
        ...times,
      },
      { type: "task_context", ...task, task_id: "i", response_topic: "done", data: deep, ...times },
      { ...held, session_id: "i", name: said },
      { ...held, session_id: "j", name: "plain words" },
    ];
    const file = { version: 1, tenant_id: tenant.id, records };
    for (const [who, export_id] of [
      [tenant.bot, "exp_own"],
      [tenant.boss, "exp_whole"],
    ] as const) {
      const { results } = await memory.call(who, "importRecords", { ...file, export_id });
      expect(results.map(({ error }) => error?.code)).toEqual([
        ...[undefined, "TOMBSTONED", "TOMBSTONED", "TOMBSTONED", "TOMBSTONED", undefined],
      ]);
    }
  });

  it("comes along with its export into a store where nobody else retracted it", async () => {
    const source = newTenant(memory);
    const put = { ...state, value: said };
    const { memory_id } = await memory.call(source.bot, "remember", { text: "The mat is red" });
    await memory.call(source.bot, "setPlanState", { ...put, value: "The mat is red" });
    await memory.call(source.ann, "forget", { memory_id, reason: "not true" });
    const records = await exportAll(memory, source.boss);
    const target = await openTestMemory(engine);
    try {
      const results = await importAll(target, source.boss, records);
      expect(results.map(({ error }) => error?.code)).toEqual(results.map(() => undefined));
      const kept = await target.call(source.bot, "getPlanState", state);
      expect(kept.value).toBe("The mat is red");
      await expect(
        target.call(source.bot, "setPlanState", { ...put, value: "The mat is red" }),
      ).rejects.toMatchObject({ code: "TOMBSTONED" });
    } finally {
      await target.close();
    }
  });

  it("is taken again once it is restored", async () => {
    const restore = { target_type: "memory", target_id: retracted, op: "restore", reason: "true after all" };
    await memory.call(tenant.ann, "applyEdit", restore as never);
    expect(await call("setPlanState", { ...state, value: said })).toMatchObject({ value: said });
  });
});
