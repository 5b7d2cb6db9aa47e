import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import type { Principal } from "../../principal.js";
import { message } from "../../testing/samples.js";
import { openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { newTenant } from "../testing/tenants.js";

const card = "4111 1111 1111 1111";

describe.each(engines)("a write under invariants on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const stored = async (tenantId: string) => {
    const [row] = await memory.database.ownerQuery<{ n: number }>(
      `select count(*)::int as n from palimpsest.memory where tenant_id = $1`,
      [tenantId],
    );
    return row!.n;
  };

  it("is refused by the one it breaks, whichever way it comes, and leaves nothing", async () => {
    const tenant = newTenant(memory);
    const { id, ann, boss } = tenant;
    await tenant.set(
      `invariants: [{ name: no cards, applies_to: [principle], on: [write], rule: "'card' notin detected" }]`,
    );
    const text = `Pay with ${card}`;
    const about = {
      scope: "user",
      subject_type: "user",
      subject_id: "ada",
      session_id: "s",
      channel: "private",
    } as const;
    const { memory_id } = await memory.call(ann, "remember", { text: "Pay with a card" });
    const writes = [
      () => memory.call(ann, "remember", { text }),
      () => memory.call(ann, "learnFact", { content: text }),
      () => memory.call(ann, "recordEvent", message(text)),
      () => memory.call(ann, "recordEvent", message(`${text}. ${"Nothing else. ".repeat(8_000)}`)),
      () => memory.call(ann, "saveSummary", { text, ...about }),
      () => memory.call(ann, "createDecision", { decision: "Pay", rationale: [text] }),
      () => memory.call(ann, "createTask", { title: text }),
      () => memory.call(ann, "startEpisode", { summary: text }),
      () => memory.call(ann, "storeProcedure", { name: text }),
      () => memory.call(ann, "storeKnowledge", { content: "How to pay", metadata: { by: card } }),
      () => memory.call(ann, "logInteraction", { agent_id: "bot", role: "user", content: text }),
      () => memory.call(ann, "upsertClaim", { text, provenance: { at: "2026-01-01T00:00:00Z" } }),
      () =>
        memory.call(ann, "ingestArtifact", {
          ...{ artifact_type: "note", source_system: "s", content: text },
        }),
      () => memory.call(ann, "correct", { memory_id, text, reason: "the number" }),
    ];
    const before = await stored(id);
    for (const write of writes) {
      await expect(write(), String(write)).rejects.toMatchObject({
        ...{ code: "BOUNDARY_DENIED", status: 403, message: expect.stringContaining('"no cards"') },
      });
    }
    expect(await stored(id)).toBe(before);
    const { entries } = await memory.call(boss, "listAudit", { operation: "learnFact" });
    expect(entries.map(({ decision, code }) => [decision, code])).toEqual([["denied", "BOUNDARY_DENIED"]]);
    expect(JSON.stringify(entries)).not.toContain(card);
  });

  it("is refused beside memories too: working state, sessions, tool calls, reasons and notes", async () => {
    const tenant = newTenant(memory);
    const { id, ann, bot, boss } = tenant;
    const text = `Pay with ${card}`;
    const [session_id, plan_id] = ["s", "p"];
    const { id: fact } = await memory.call(bot, "learnFact", {
      content: "Pay by card",
      visibility: "tenant",
    });
    const { id: other } = await memory.call(bot, "learnFact", {
      content: "Pay in cash",
      visibility: "tenant",
    });
    const retract = (target_id: string, reason: string) =>
      memory.call(bot, "applyEdit", { target_type: "fact", target_id, op: "retract", patch: {}, reason });
    const { edit_id } = await retract(other, "It is wrong");
    await memory.call(bot, "openWorkingMemory", { session_id });
    await memory.call(bot, "createSession", { session_id, metadata: {} });
    await memory.call(bot, "setPlanState", { plan_id, key: "list", value: [] });
    await memory.call(bot, "createPlan", { plan_id, goal_event: "pay" });
    await tenant.set(
      `invariants: [{ name: no cards, applies_to: [principle], on: [write], rule: "'card' notin detected" }]`,
    );
    const update = (given: object) =>
      memory.call(bot, "updatePlanState", { plan_id, key: "list", ...given } as never);
    const tool = (content: object, kind = "tool_call") =>
      memory.call(bot, "recordEvent", { ...message(""), kind, content } as never);
    const writes = [
      () => memory.call(bot, "setPlanState", { plan_id, key: "other", value: { note: text } }),
      () => memory.call(bot, "setPlanState", { plan_id, key: card, value: 1 }),
      () => update({ op: "append", value: text }),
      () => update({ op: "extend", values: [text] }),
      () => update({ op: "update_dict", key: "new", updates: { text } }),
      () => memory.call(bot, "updatePlan", { plan_id, merge_state: { text } }),
      () => memory.call(bot, "createPlan", { plan_id: "q", goal_event: "pay", goal_data: { text } }),
      () =>
        memory.call(bot, "storeTaskContext", {
          ...{ task_id: "t", event_type: "pay", response_topic: "paid", data: { text } },
        }),
      () => memory.call(bot, "createSession", { session_id: "other", metadata: { text } }),
      () => memory.call(bot, "updateSession", { session_id, metadata: { text } }),
      () => memory.call(bot, "focusWorkingMemory", { session_id, task: text }),
      () => memory.call(bot, "addWorkingThread", { session_id, description: text, priority: "low" }),
      () =>
        memory.call(bot, "loadWorkingItem", {
          ...{ session_id, type: "fact", ref_id: fact, relevance: 1, summary: text },
        }),
      () => tool({ tool: "pay", args: { number: card } }),
      () => tool({ tool: "pay", output: "done", args: { number: card } }, "tool_result"),
      () => retract(fact, text),
      () => memory.call(bot, "correct", { memory_id: fact, text, reason: "the number" }),
      () => memory.call(boss, "bulkEdit", { target_ids: [fact], op: "quarantine", patch: {}, reason: text }),
      () => memory.call(boss, "rejectEdit", { edit_id, note: text }),
      () => memory.call(boss, "approveEdit", { edit_id, note: text }),
    ];
    const written = async () => {
      const tables = ["plan", "plan_state", "task_context", "session", "working_memory", "working_item"];
      const all = [...tables, "working_thread", "record", "memory", "memory_edit", "memory_edit_event"];
      const counts: Record<string, unknown> = {};
      for (const table of all) {
        const rows = await memory.database.ownerQuery<{ row: string }>(
          `select t::text as row from palimpsest.${table} t where tenant_id = $1 order by 1`,
          [id],
        );
        counts[table] = rows;
      }
      return counts;
    };
    const before = await written();
    for (const write of writes) {
      await expect(write(), String(write)).rejects.toMatchObject({
        ...{ code: "BOUNDARY_DENIED", message: expect.stringContaining('"no cards"') },
      });
    }
    expect(await written()).toEqual(before);
    await update({ op: "append", value: "Pay in cash" });
    await tenant.set(
      `invariants: [{ name: none, applies_to: [principle], on: [write], rule: "kind != 'fact'" }]`,
    );
    expect(await retract(fact, "It is forbidden by now")).toMatchObject({ status: "pending" });
    await expect(
      memory.call(ann, "correct", { memory_id: fact, text: "Pay later", reason: "late" }),
    ).rejects.toMatchObject({ code: "BOUNDARY_DENIED" });
  });

  it("is judged by its scope, its writer and its size, and denied if the rule cannot be", async () => {
    const tenant = newTenant(memory);
    const { ann, bot } = tenant;
    await tenant.set(`invariants:
  - { name: short sessions, applies_to: [session], on: [write], rule: tokens < 20 }
  - { name: people alone, applies_to: [project], on: [write], rule: "scope != 'project' || actor_type == 'human'" }`);
    const long = "The heron stands in the water and waits for a fish to come by. ".repeat(3);
    const remember = (who: typeof ann, text: string, scope: "session" | "project" | "policy") =>
      memory.call(who, "remember", { text, scope, ...(scope === "session" && { session_id: "s" }) });
    const denied = { code: "BOUNDARY_DENIED" };
    await expect(remember(ann, long, "session")).rejects.toMatchObject(denied);
    await remember(ann, "Short", "session");
    await remember(ann, long, "project");
    await expect(remember(bot, "Short", "project")).rejects.toMatchObject(denied);
    await remember(bot, "Short, too", "session");
    await remember(ann, long, "policy");
    await tenant.set(
      `invariants: [{ name: unknown, applies_to: [principle], on: [write], rule: "'x' in allow" }]`,
    );
    await expect(remember(ann, "Anything", "project")).rejects.toMatchObject(denied);
  });

  it("and what is sent is judged with the tags that it is meant for, stars and all", async () => {
    const { bot, set } = newTenant(memory);
    const sends = (rule: string) => set(`invariants: [{ name: r, applies_to: [project], rule: "${rule}" }]`);
    const allowed = async (allow?: string[], who: Principal = bot) => {
      const payload = { payload: "Deploy on Friday", ...(allow && { allow }) };
      return (await memory.call(who, "validateBoundary", payload)).data.allowed;
    };
    await sends("'tool:mail' notin allow");
    for (const allow of [["tool:mail"], ["tool:*"], ["*"], ["answer:task", "tool:m*"], undefined])
      expect(await allowed(allow), String(allow)).toBe(false);
    for (const allow of [["tool:fax"], ["answer:*"], []]) expect(await allowed(allow), `${allow}`).toBe(true);
    expect(await allowed(undefined, { ...bot, via: "key", grants: ["tool:*"] })).toBe(false);
    await sends("!(kind == 'fact')");
    expect(await allowed([]), "nothing that is sent has a kind").toBe(false);
  });
});
