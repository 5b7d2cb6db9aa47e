import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { admin, agent, openTestMemory, type TestMemory, tenantA, tenantB } from "../testing/test-memory.js";

const [ada, ben] = [agent("ada"), agent("ben")];
const plan_id = "launch";

describe.each(engines)("working state on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const set = (key: string, value: unknown, if_version?: number, who = ada) =>
    memory.call(who, "setPlanState", { plan_id, key, value, if_version } as never);
  const get = (key: string, who = ada) => memory.call(who, "getPlanState", { plan_id, key });
  const update = (key: string, change: object, who = ben) =>
    memory.call(who, "updatePlanState", { plan_id, key, ...change } as never);

  it("refuses names that are secrets, which the audit log would keep", async () => {
    const name = `ghp_${"aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD2eF4"}`;
    const refused = { code: "VALIDATION_ERROR" };
    const calls: [Parameters<TestMemory["call"]>[1], object][] = [
      ["setPlanState", { plan_id: name, key: "k", value: 1 }],
      ["setPlanState", { plan_id: "p", key: name, value: 1 }],
      ["updatePlanState", { plan_id: "p", key: name, op: "increment" }],
      ["createPlan", { plan_id: name, goal_event: "e" }],
      ["storeTaskContext", { task_id: name, event_type: "e", response_topic: "r" }],
      ["createSession", { session_id: name }],
      ["openWorkingMemory", { session_id: name }],
    ];
    for (const [operation, input] of calls) {
      await expect(memory.call(agent(), operation, input as never), operation).rejects.toMatchObject(refused);
    }
  });

  it("gives every agent of the tenant what any of them set, and says who did", async () => {
    expect(await set("first", { step: 1 })).toMatchObject({
      ...{ plan_id, key: "first", value: { step: 1 }, version: 1, updated_by: "agent:ada" },
    });
    const second = await set("first", null, undefined, ben);
    expect(second).toMatchObject({ value: null, version: 2, updated_by: "agent:ben" });
    expect(await get("first")).toEqual(second);
  });

  it("sets a key only at the version asked for, and says at which it is", async () => {
    await set("guarded", "a", 0);
    await expect(set("guarded", "b", 0)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining('"guarded" is at version 1, not 0'),
    });
    expect(await set("guarded", "b", 1)).toMatchObject({ value: "b", version: 2 });
    await expect(set("guarded", "c", 1)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(set("guarded", "c", Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(set("not there", "c", 1)).rejects.toMatchObject({
      message: expect.stringContaining("is at version 0, not 1"),
    });
    expect(await get("guarded")).toMatchObject({ value: "b", version: 2 });
  });

  it("increments, appends, extends and sets fields; a key that is not there counts as nothing", async () => {
    expect(await update("n", { op: "increment" })).toMatchObject({ value: 1, version: 1 });
    expect(await update("n", { op: "increment", delta: 4 })).toMatchObject({ value: 5, version: 2 });
    expect(await update("n", { op: "increment", delta: 2.5 })).toMatchObject({ value: 7.5 });
    expect(await update("n", { op: "increment", delta: -7.4 })).toMatchObject({ value: 0.1 });
    expect(await update("list", { op: "append", value: [1] })).toMatchObject({ value: [[1]] });
    expect(await update("list", { op: "append", value: null })).toMatchObject({ value: [[1], null] });
    expect(await update("list", { op: "extend", values: [2, { a: 3 }] })).toMatchObject({
      value: [[1], null, 2, { a: 3 }],
    });
    expect(await update("more", { op: "extend", values: [] })).toMatchObject({ value: [], version: 1 });
    expect(await update("dict", { op: "update_dict", updates: { a: 1, b: { c: 1 } } })).toMatchObject({
      value: { a: 1, b: { c: 1 } },
    });
    expect(await update("dict", { op: "update_dict", updates: { a: null, b: { d: 2 } } })).toMatchObject({
      value: { a: null, b: { d: 2 } },
    });
  });

  it.each([
    [{ op: "increment" }, ["7", null, [7], { n: 7 }, true]],
    [{ op: "append", value: 1 }, [7, "list", null, {}]],
    [{ op: "extend", values: [1] }, [7, {}]],
    [{ op: "update_dict", updates: { a: 1 } }, [7, [], "{}"]],
  ])("refuses %j of a value of another type, naming the key, and changes nothing", async (change, values) => {
    for (const value of values) {
      const { version } = await set("mixed/key", value);
      await expect(update("mixed/key", change)).rejects.toMatchObject({
        code: "CONFLICT",
        message: expect.stringContaining('"mixed/key"'),
      });
      expect(await get("mixed/key")).toMatchObject({ value, version });
    }
  });

  it("keeps numbers exactly, or refuses them", async () => {
    await set("huge", Number.MAX_SAFE_INTEGER);
    await expect(update("huge", { op: "increment" })).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await get("huge")).toMatchObject({ value: Number.MAX_SAFE_INTEGER, version: 1 });
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, { deep: [Number.NaN] }]) {
      await expect(set("odd", value)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    }
  });

  it("takes the operand of the operation, and no other", async () => {
    await expect(update("x", { op: "append" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: "value is required",
    });
    await expect(update("x", { op: "increment", value: 1 })).rejects.toMatchObject({
      message: "value is for append only",
    });
  });

  it("loses none of the changes that are made at once", async () => {
    const agents = Array.from({ length: 50 }, (_, n) => agent(`worker-${n}`));
    await Promise.all(
      agents.flatMap((who, n) => [
        update("total", { op: "increment" }, who),
        update("order", { op: "append", value: n }, who),
        update("by", { op: "update_dict", updates: { [who.id]: n } }, who),
      ]),
    );
    expect(await get("total")).toMatchObject({ value: 50, version: 50 });
    const { value } = (await get("order")) as { value: unknown };
    expect([...(value as number[])].sort((a, b) => a - b)).toEqual(agents.map((_, n) => n));
    expect(Object.keys((await get("by")).value as object)).toHaveLength(50);
  });

  it("holds values of up to 256 KiB, also after an operation", async () => {
    const full = "x".repeat(256 * 1_024 - 2);
    await set("full", full);
    await expect(set("full", `${full}x`)).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
    await expect(set("wide", "é".repeat(128 * 1_024))).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
    await set("grows", [full.slice(2)]);
    await expect(update("grows", { op: "append", value: 1 })).rejects.toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
      message: expect.stringContaining('"grows"'),
    });
    expect(await get("grows")).toMatchObject({ version: 1 });
    await set("large", Number.MAX_VALUE);
    for (let n = 0; n < 2; n++) await update("large", { op: "increment", delta: Number.MAX_SAFE_INTEGER });
    expect(await get("large")).toMatchObject({ value: Number.MAX_VALUE, version: 3 });
  });

  it("takes keys with any printable characters, and lists them by code point", async () => {
    const keys = ["a", "a.b", "a/b", "a/b/c", "a%", "a_", "z", "é", "日本", "😀", 'a"b', "A", "..."];
    const other = { plan_id: "other/plan ü" };
    for (const key of keys) await memory.call(ada, "setPlanState", { ...other, key, value: key });
    const ordered = [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const list = async (input: object) => {
      const found = await memory.call(ben, "listPlanState", { ...other, ...input });
      return { keys: found.entries.map(({ key }) => key), ...found };
    };
    expect(await list({})).toMatchObject({ keys: ordered, total_count: keys.length, next_cursor: null });
    expect(await list({ prefix: "a/" })).toMatchObject({ keys: ["a/b", "a/b/c"], total_count: 2 });
    expect(await list({ prefix: "a%" })).toMatchObject({ keys: ["a%"] });
    expect(await list({ prefix: "nothing" })).toMatchObject({ keys: [], total_count: 0, next_cursor: null });
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ limit: 5, cursor });
      seen.push(...page.keys);
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(ordered);
  });

  it("deletes a key, or all of a plan, and says so", async () => {
    const named = { plan_id: "done" };
    for (const key of ["a", "b", "c"]) await memory.call(ada, "setPlanState", { ...named, key, value: key });
    const remove = () => memory.call(ben, "deletePlanState", { ...named, key: "a" });
    expect(await remove()).toEqual({ ...named, key: "a", deleted: true });
    expect(await remove()).toEqual({ ...named, key: "a", deleted: false });
    expect(await memory.call(ben, "clearPlanState", named)).toEqual({ ...named, count: 2 });
    expect(await memory.call(ben, "clearPlanState", named)).toEqual({ ...named, count: 0 });
    await expect(memory.call(ada, "getPlanState", { ...named, key: "b" })).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: "No such key of this plan, or it is not yours to see.",
    });
  });

  it("keeps tenants with the same names apart", async () => {
    await set("shared name", "ours");
    const theirs = agent("ada", tenantB);
    const named = { plan_id, key: "shared name" };
    await expect(memory.call(theirs, "getPlanState", named)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await memory.call(theirs, "clearPlanState", { plan_id })).toMatchObject({ count: 0 });
    expect(await memory.call(theirs, "setPlanState", { ...named, value: 1 })).toMatchObject({ version: 1 });
    expect(await get("shared name")).toMatchObject({ value: "ours" });
  });

  it("is audited by plan and key, never by value, and refused to who is suspended", async () => {
    await set("audited", "the secret value");
    const { entries } = await memory.call(admin(), "listAudit", { operation: "setPlanState", limit: 1 });
    expect(entries[0]).toMatchObject({ actor_id: "ada", ids: [plan_id, "audited"] });
    const rows = await memory.database.ownerQuery(
      `select a::text from palimpsest.audit_entry a where tenant_id = $1 and a::text like '%secret value%'`,
      [tenantA],
    );
    expect(rows).toEqual([]);
    const eve = agent("eve");
    await set("audited", 1, undefined, eve);
    await memory.call(admin(), "suspendPrincipal", { principal_id: "eve", reason: "a test" });
    await expect(set("audited", 2, undefined, eve)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const removed = memory.call(eve, "deletePlanState", { plan_id, key: "audited" });
    await expect(removed).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await get("audited", eve)).toMatchObject({ value: 1 });
  });
});
