import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { newTenant } from "../policy/testing/tenants.js";
import { openTestMemory, type TestMemory } from "../testing/test-memory.js";

const key = `ghp_${"aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD2eF4"}`;
const mark = "[SECRET_REDACTED]";

describe.each(engines)("secrets in working state on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  /** What is stored of the tenant, anywhere that a caller's words may have come to. */
  const stored = async (tenantId: string) => {
    const tables = ["plan", "plan_state", "plan_correlation", "task_context", "session", "audit_entry"];
    const rows = await Promise.all(
      [...tables, "idempotency"].map((table) =>
        memory.database.ownerQuery(`select t::text from palimpsest.${table} t where tenant_id = $1`, [
          tenantId,
        ]),
      ),
    );
    return JSON.stringify(rows);
  };

  it("are masked in what agents write, and refused in names", async () => {
    const { id, bot } = newTenant(memory);
    const call = ((operation, input) => memory.call(bot, operation, input as never)) as ReturnType<
      TestMemory["as"]
    >;
    const free = { note: `use ${key}`, password: "hunter2", [key]: 1, count: 3 };
    const kept = { note: `use ${mark}`, password: mark, [mark]: 1, count: 3 };
    const plan = { plan_id: "p", goal_event: "launched", goal_data: free, state: free };
    expect(await call("createPlan", plan)).toMatchObject({ goal_data: kept, state: kept });
    expect(await call("updatePlan", { plan_id: "p", merge_state: { token: key } })).toMatchObject({
      state: { ...kept, token: mark },
    });
    const task = { task_id: "t", plan_id: "p", event_type: "asked", data: free };
    expect(await call("storeTaskContext", task)).toMatchObject({ data: kept });
    expect(await call("updateTaskContext", { task_id: "t", merge_state: free })).toMatchObject({
      state: kept,
    });
    const session = { session_id: "s", name: `with ${key}`, metadata: free };
    expect(await call("createSession", session)).toMatchObject({ name: `with ${mark}`, metadata: kept });
    expect(await call("updateSession", { session_id: "s", metadata: free })).toMatchObject({
      metadata: kept,
    });
    const set = (name: string, value: unknown) =>
      call("setPlanState", { plan_id: "p", key: name, value } as never);
    expect(await set("list", [key, "plain"])).toMatchObject({ value: [mark, "plain"] });
    expect(await set("password", "hunter2")).toMatchObject({ value: mark });
    const change = (name: string, how: object) =>
      call("updatePlanState", { plan_id: "p", key: name, ...how } as never);
    expect(await change("list", { op: "append", value: key })).toMatchObject({
      value: [mark, "plain", mark],
    });
    expect(await change("more", { op: "extend", values: [key] })).toMatchObject({ value: [mark] });
    expect(await change("map", { op: "update_dict", updates: free })).toMatchObject({ value: kept });
    expect(await change("count", { op: "increment", delta: 2 })).toMatchObject({ value: 2 });

    for (const [operation, input] of [
      ["createPlan", { plan_id: "q", goal_event: key }],
      ["createPlan", { plan_id: "q", goal_event: "e", correlation_ids: ["m", key] }],
      ["createPlan", { plan_id: "q", goal_event: "e", session_id: key }],
      ["updatePlan", { plan_id: "p", current_state: key }],
      ["storeTaskContext", { task_id: "u", event_type: "e", sub_tasks: [key] }],
      ["storeTaskContext", { task_id: "u", event_type: "e", response_topic: key }],
      ["updateTaskContext", { task_id: "t", add_sub_tasks: [key] }],
    ] as const) {
      await expect(call(operation, input as never), JSON.stringify(input)).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
      });
    }
    const all = await stored(id);
    expect(all).toContain("plain");
    expect(all).not.toContain(key);
    expect(all).not.toContain("hunter2");
  });

  it("are judged by invariants as they were given", async () => {
    const { bot, set } = newTenant(memory);
    const rule = "'secret' notin detected";
    await set(`invariants: [{ name: none, applies_to: [principle], on: [write], rule: "${rule}" }]`);
    const state = { plan_id: "p", key: "k", value: key };
    await expect(memory.call(bot, "setPlanState", state)).rejects.toMatchObject({ code: "BOUNDARY_DENIED" });
    const session = { session_id: "s", metadata: { note: key } };
    await expect(memory.call(bot, "createSession", session)).rejects.toMatchObject({
      code: "BOUNDARY_DENIED",
    });
    await memory.call(bot, "setPlanState", { ...state, value: "plain" });
  });

  it("do not stay in idempotency keys, which work all the same", async () => {
    const { id, bot } = newTenant(memory);
    const write = (idempotencyKey: string, text: string) =>
      memory.call(bot, "remember", { text }, { idempotencyKey });
    const first = await write(key, "Herons stand still");
    expect((await write(key, "Herons stand still")).memory_id).toBe(first.memory_id);
    await expect(write(key, "Herons fly")).rejects.toMatchObject({ code: "IDEMPOTENCY_CONFLICT" });
    await write("plain-key", "Herons wade");
    const all = await stored(id);
    expect(all).toContain("plain-key");
    expect(all).not.toContain(key);
  });
});
