import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { agent, openTestMemory, type TestMemory } from "../testing/test-memory.js";

const [ada, ben] = [agent("ada"), agent("ben")];
const secret = "the old bridge";

describe.each(engines)("answers to calls that are sent again, on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  /** What is kept of all answers that hold the words. */
  const kept = () =>
    memory.database.ownerQuery(
      `select key from palimpsest.idempotency where answer::text like '%${secret}%'`,
    );
  const append = (plan_id: string, key: string) =>
    memory.call(ben, "updatePlanState", { plan_id, key, op: "append", value: "x" } as never, {
      idempotencyKey: `append-${plan_id}-${key}`,
    });
  const set = (plan_id: string, key: string) =>
    memory.call(
      ada,
      "setPlanState",
      { plan_id, key, value: [secret] },
      { idempotencyKey: `set-${plan_id}-${key}` },
    );

  it("do not bring back a deleted key, whoever got them, and keep those of other keys", async () => {
    for (const [plan_id, key] of [
      ["ship", "a"],
      ["ship", "b"],
      ["shop", "a"],
    ] as const) {
      await set(plan_id, key);
      await append(plan_id, key);
    }
    const before = await append("ship", "b");
    await memory.call(ada, "deletePlanState", { plan_id: "ship", key: "a" });
    expect(await append("ship", "a")).toMatchObject({ value: "[WITHHELD]", version: 2 });
    expect(await append("ship", "b")).toEqual(before);
    expect(await kept()).toHaveLength(4);
    await memory.call(ada, "clearPlanState", { plan_id: "ship" });
    expect(await append("ship", "b")).toMatchObject({ value: "[WITHHELD]" });
    expect(await kept()).toHaveLength(2);
    await memory.call(ada, "clearPlanState", { plan_id: "shop" });
    expect(await kept()).toEqual([]);
  });

  it("do not bring back a deleted plan, its task contexts, nor a session", async () => {
    const keyed = (key: string) => ({ idempotencyKey: key });
    const [data, state, goal_data, metadata] = Array.from({ length: 4 }, () => ({ of: secret }));
    const task = { event_type: "e", data, state };
    await memory.call(ada, "createPlan", { plan_id: "p", goal_event: "g", goal_data, state }, keyed("1"));
    await memory.call(ada, "storeTaskContext", { task_id: "t", plan_id: "p", ...task }, keyed("2"));
    await memory.call(ada, "storeTaskContext", { task_id: "u", ...task }, keyed("3"));
    await set("p", "k");
    for (const who of [ada, ben])
      await memory.call(who, "createSession", { session_id: "s", metadata }, keyed("4"));
    expect(await kept()).toHaveLength(6);
    await memory.call(ada, "deletePlan", { plan_id: "p" });
    expect(await kept()).toHaveLength(3);
    await memory.call(ada, "deleteTaskContext", { task_id: "u" });
    await memory.call(ada, "deleteSession", { session_id: "s" });
    expect(await kept()).toHaveLength(1);
    const again = await memory.call(
      ada,
      "createPlan",
      { plan_id: "p", goal_event: "g", goal_data, state },
      keyed("1"),
    );
    expect(again).toMatchObject({ plan_id: "p", goal_event: "g", goal_data: {}, state: {} });
  });
});
