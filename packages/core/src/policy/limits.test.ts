import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { message } from "../testing/samples.js";
import { openTestMemory, type TestMemory } from "../testing/test-memory.js";
import { newTenant } from "./testing/tenants.js";

describe.each(engines)("limits and weights of a policy on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  it("limit texts, also for amended ones, and for questions", async () => {
    const { ann, set } = newTenant(memory);
    const { memory_id } = await memory.call(ann, "remember", { text: "a text of some length" });
    await set("limits: { text_characters: 10, query_characters: 5 }");
    await memory.call(ann, "remember", { text: "0123456789" });
    for (const attempt of [
      memory.call(ann, "remember", { text: "01234567890" }),
      memory.call(ann, "recordEvent", message("01234567890")),
      memory.call(ann, "correct", { memory_id, text: "01234567890", reason: "r" }),
    ]) {
      await expect(attempt).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
    }
    await memory.call(ann, "recall", { query: "12345" });
    for (const attempt of [
      memory.call(ann, "recall", { query: "123456" }),
      memory.call(ann, "searchChunks", { query: "123456" }),
      memory.call(ann, "context", { query: "123456" }),
    ]) {
      await expect(attempt).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        details: [{ path: "query", message: expect.stringContaining("at most 5 characters") }],
      });
    }
  });

  it("limit a context's budget, also for one that is built again", async () => {
    const { ann, set } = newTenant(memory);
    await memory.call(ann, "remember", { text: "zebra ".repeat(200) });
    const before = await memory.call(ann, "context", { query: "zebra" });
    expect(before.total_tokens).toBeGreaterThan(100);
    await set("limits: { context_tokens: 100 }");
    const after = await memory.call(ann, "context", { query: "zebra" });
    expect(after.total_tokens).toBeLessThanOrEqual(100);
    expect(await memory.call(ann, "getAcb", { acb_id: after.acb_id })).toMatchObject({
      budget_tokens: 100,
    });
    expect(await memory.call(ann, "replayAcb", { acb_id: before.acb_id })).toMatchObject({
      identical: true,
    });
  });

  it("limit capsules, and shorten one that names no days", async () => {
    const { ann, bot, set } = newTenant(memory);
    const chunks: string[] = [];
    for (const text of ["one", "two"]) chunks.push((await memory.call(ann, "remember", { text })).memory_id);
    const share = (more: object = {}) =>
      memory.call(ann, "createCapsule", {
        ...{ subject_type: "user", subject_id: "jack", scope: "user", audience_agent_ids: [bot.id] },
        items: { chunks: chunks.slice(0, 1) },
        ...more,
      });
    const days = ({ expires_at }: { expires_at: string }) =>
      Math.round((Date.parse(expires_at) - Date.now()) / 86_400_000);
    expect(days(await share())).toBe(7);
    await set("limits: { capsule_items: 1, capsule_days: 3 }");
    expect(days(await share())).toBe(3);
    await expect(share({ ttl_days: 4 })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: [{ path: "ttl_days" }],
    });
    await expect(share({ items: { chunks } })).rejects.toMatchObject({ details: [{ path: "items" }] });
  });

  it("limit the reach of a cascade", async () => {
    const { ann, set } = newTenant(memory);
    const add = async (text: string, from: string[]) =>
      (await memory.call(ann, "remember", { text, derived_from: from })).memory_id;
    const top = await add("top", []);
    await add("below", [await add("middle", [top])]);
    const retract = (target_id: string) =>
      memory.call(ann, "applyEdit", {
        ...{
          target_type: "memory",
          target_id,
          op: "retract",
          patch: {},
          reason: "r",
          cascade: "quarantine",
        },
      } as never);
    await set("limits: { cascade_depth: 1 }");
    await expect(retract(top)).rejects.toMatchObject({ code: "CONFLICT", message: /1 steps/ });
    await set("limits: { cascade_memories: 1 }");
    await expect(retract(top)).rejects.toMatchObject({ code: "CONFLICT", message: /1 memories/ });
    await set("limits: { cascade_memories: 2, cascade_depth: 2 }");
    const { memory_id: twin } = await memory.call(ann, "remember", { text: "Top!" });
    await expect(retract(top)).rejects.toMatchObject({ code: "CONFLICT", message: /More than 2 memories/ });
    await memory.call(ann, "forget", { memory_id: twin, reason: "r", twins: "leave" });
    expect(await retract(top)).toMatchObject({ cascaded: 2 });
  });

  it("set the weight of what untrusted sources wrote", async () => {
    const { ann, bot, set } = newTenant(memory);
    for (const text of ["the zebra crossing is closed", "a zebra crossing"]) {
      await memory.call(bot, "remember", { text });
    }
    const scores = async () =>
      (await memory.call(ann, "recall", { query: "zebra crossing" })).memories.map(({ score }) => score);
    const [first, second] = await scores();
    await set("retrieval: { trust: { untrusted_share: 1, same_writer_share: 1 } }");
    const [best, next] = await scores();
    expect(best! / first!).toBeCloseTo(1 / 0.4, 5);
    expect(next! / second!).toBeCloseTo(1 / (0.4 * 0.5), 5);
  });

  it("set the weights and bounds of a context, which names those it used", async () => {
    const { ann, set } = newTenant(memory);
    await memory.call(ann, "remember", { text: "zebra crossing", occurred_at: "2020-01-01T00:00:00Z" });
    await memory.call(ann, "remember", { text: "a zebra among many other animals of the steppe" });
    const build = async () =>
      (
        await memory.call(ann, "buildAcb", {
          session_id: "s",
          channel: "private",
          query: "zebra crossing",
        })
      ).acb;
    const first = async () => (await build()).session.chunks[0]?.text;
    expect(await first()).toBe("zebra crossing");
    await set("retrieval: { context: { alpha: 0, beta: 1, gamma: 0 } }");
    expect(await first()).toContain("steppe");
    expect((await build()).provenance.scoring).toEqual({ alpha: 0, beta: 1, gamma: 0 });
    await set("retrieval: { context: { threshold: 1 } }");
    const { session, omissions } = await build();
    expect(session.chunks).toHaveLength(1);
    expect(omissions).toMatchObject([{ reason: "below_threshold", count: 1 }]);
    await set("retrieval: { context: { min_relevance: 1 } }");
    expect((await build()).omissions).toMatchObject([{ reason: "below_threshold", count: 2 }]);
  });
});
