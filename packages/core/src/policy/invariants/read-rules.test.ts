import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { newTenant, type TestTenant } from "../testing/tenants.js";

/** Rules about reading, and whether ann then finds her one public chunk of the project, which has four tokens or so. */
const rules: [rules: [applies_to: string, rule: string][], isRead: boolean][] = [
  [[["project", "kind == 'chunk'"]], true],
  [[["project", "kind != 'chunk'"]], false],
  [[["project", "kind == 'decision'"]], false],
  [[["project", "!(kind == 'decision')"]], true],
  [[["session", "kind == 'decision'"]], true],
  [[["principle", "kind == 'decision'"]], false],
  [[["project", "kind in ['decision', 'chunk']"]], true],
  [[["project", "kind notin ['decision', 'chunk']"]], false],
  [[["project", "boundary_class == 'public' && tokens < 100"]], true],
  [[["project", "tokens >= 100 || scope == 'project'"]], true],
  [[["project", "tokens >= 100"]], false],
  [[["project", "tokens in [1000, 2000]"]], false],
  [[["project", "actor_id == 'ann' && actor_type == 'human'"]], true],
  [[["project", "actor_id == 'bob'"]], false],
  [[["project", "operation == 'read'"]], true],
  [[["project", "'card' notin detected"]], true],
  [[["project", "'card' in detected"]], false],
  [[["project", "'x' notin allow"]], false],
  [[["project", "!('x' in allow)"]], false],
  [[["project", "!('card' in detected)"]], true],
  [[["project", "!(!('x' in allow) && kind == 'decision')"]], true],
  [[["project", "'x' in allow || kind == 'chunk'"]], true],
  [[["project", "actor_id notin []"]], true],
  [
    [
      ["project", "kind == 'chunk' && tokens < 100"],
      ["principle", "tokens < 100 && kind != 'censor'"],
      ["session", "kind == 'censor'"],
    ],
    true,
  ],
  [
    [
      ["project", "kind == 'chunk'"],
      ["principle", "kind == 'chunk' && tokens > 100"],
    ],
    false,
  ],
];

describe.each(engines)("an invariant on reading, on $name", (engine) => {
  let memory: TestMemory;
  let tenant: TestTenant;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    tenant = newTenant(memory);
    await memory.call(tenant.ann, "remember", { text: "The heron waits", scope: "project" });
  });
  afterAll(() => memory.close());

  it.each(rules)("%j lets it be read: %s", async (given, isRead) => {
    const each = given.map(
      ([applies_to, rule], n) =>
        `  - { name: r${n}, applies_to: [${applies_to}], on: [read], rule: "${rule}" }`,
    );
    await tenant.set(`invariants:\n${each.join("\n")}`);
    const { total_count } = await memory.call(tenant.ann, "recall", { query: "heron", channel: "private" });
    expect(total_count).toBe(isRead ? 1 : 0);
  });

  it("denies where what it asks for is not known, also by its opposite", async () => {
    const other = newTenant(memory);
    await memory.call(other.ann, "remember", { text: "The heron is at 8.8.4.4", scope: "project" });
    const read = async (rule: string) => {
      await other.set(`invariants: [{ name: r, applies_to: [project], on: [read], rule: "${rule}" }]`);
      return (await memory.call(other.ann, "recall", { query: "heron", channel: "private" })).total_count;
    };
    expect(await read("boundary_class == 'internal'")).toBe(1);
    // Of what is not public, what was found is not kept.
    for (const rule of ["'card' in detected", "!('card' in detected)", "'card' notin detected"]) {
      expect(await read(rule), rule).toBe(0);
    }
    expect(await read("'card' notin detected || boundary_class == 'internal'")).toBe(1);
    // Nor is what a rule of class public finds, of any memory.
    const bird =
      "redact_policies: { default: { rules: [{ name: bird, find: heron, replace: x, class: public }] } }";
    const under = async (rule: string) => {
      await tenant.set(
        `${bird}\ninvariants: [{ name: r, applies_to: [project], on: [read], rule: "${rule}" }]`,
      );
      return (await memory.call(tenant.ann, "recall", { query: "heron", channel: "private" })).total_count;
    };
    expect(await under("'card' notin detected")).toBe(1);
    for (const rule of ["'bird' notin detected", "!('bird' in detected)", "kind notin detected"]) {
      expect(await under(rule), rule).toBe(0);
    }
  });

  it("and the age that a scope may reach hide each its own, and nothing else", async () => {
    const read = async (sections: string) => {
      await tenant.set(sections);
      return (await memory.call(tenant.ann, "recall", { query: "heron", channel: "private" })).total_count;
    };
    await memory.database.ownerQuery(
      `alter table palimpsest.memory disable trigger user;
       update palimpsest.memory set recorded_at = now() - interval '8 days' where tenant_id = '${tenant.id}';
       alter table palimpsest.memory enable trigger user`,
    );
    expect(await read("scopes: { project: { ttl: 9d } }")).toBe(1);
    expect(await read("scopes: { session: { ttl: 7d }, principle: { ttl: 7d } }")).toBe(1);
    expect(await read("scopes: { project: { ttl: 7d } }")).toBe(0);
    expect(await read("scopes: { project: { ttl: 7d } }\nretention: { exempt_kinds: [chunk] }")).toBe(1);
  });

  it("binds plans, their state, task contexts, sessions and working memory as well", async () => {
    const { bot, set } = newTenant(memory);
    const [plan_id, session_id] = ["p", "s"];
    const mail = "Write to kim@example.org";
    await memory.call(bot, "setPlanState", { plan_id, key: "open", value: "Write to Kim" });
    await memory.call(bot, "setPlanState", { plan_id, key: "shut", value: [mail] });
    await memory.call(bot, "createPlan", { plan_id, goal_event: "write", goal_data: { mail } });
    await memory.call(bot, "storeTaskContext", {
      ...{ task_id: "t", event_type: "write", response_topic: "written", data: { mail } },
    });
    await memory.call(bot, "createSession", { session_id, metadata: { mail } });
    await memory.call(bot, "openWorkingMemory", { session_id });
    await memory.call(bot, "focusWorkingMemory", { session_id, task: mail });
    await memory.call(bot, "addWorkingThread", { session_id, description: mail, priority: "low" });
    const read = async () => [
      await memory.call(bot, "listPlanState", { plan_id }),
      await memory.call(bot, "listPlans", {}),
      await memory.call(bot, "listSessions", {}),
      await memory.call(bot, "getWorkingMemory", { session_id }),
      await memory.call(bot, "buildAcb", { session_id, plan_id, channel: "private" }),
    ];
    for (const answer of await read()) expect(JSON.stringify(answer)).toContain("kim@example.org");
    await set(
      `invariants: [{ name: a, applies_to: [principle], on: [read], rule: "'email' notin detected" }]`,
    );
    for (const answer of await read()) expect(JSON.stringify(answer)).not.toContain("kim@example.org");
    const { entries } = await memory.call(bot, "listPlanState", { plan_id });
    expect(entries.map(({ key }) => key)).toEqual(["open"]);
    const denied = [
      () => memory.call(bot, "getPlanState", { plan_id, key: "shut" }),
      () => memory.call(bot, "getPlan", { plan_id }),
      () => memory.call(bot, "updatePlan", { plan_id, merge_state: { step: 2 } }),
      () => memory.call(bot, "getTaskContext", { task_id: "t" }),
      () => memory.call(bot, "getSession", { session_id }),
    ];
    for (const call of denied) {
      await expect(call(), String(call)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    await expect(
      memory.call(bot, "updatePlanState", { plan_id, key: "shut", op: "append", value: 1 }),
    ).rejects.toMatchObject({ code: "BOUNDARY_DENIED" });
  });
});
