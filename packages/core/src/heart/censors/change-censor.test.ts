import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { censorCalls } from "../testing/censor-calls.js";
import { chosenEmbedder } from "../testing/chosen-embedder.js";

const [ann, bot, other] = [human("ann"), agent("bot"), agent("other")];
const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

describe.each(engines)("the strength of censors on $name", (engine) => {
  let memory: TestMemory;
  const embedder = chosenEmbedder();
  beforeAll(async () => {
    memory = await openTestMemory(engine, { embedder });
  });
  afterAll(() => memory.close());

  const { add, check, events, get, latest, matched } = censorCalls(() => memory);

  it("escalate by hand from warn to absolute and no further", async () => {
    const { id } = await add("sell the house", { action: "warn" });
    const cursor = await latest();
    const escalate = () => memory.call(ann, "escalateCensor", { censor_id: id });
    expect(await escalate()).toMatchObject({ action: "block" });
    expect(await escalate()).toMatchObject({ action: "absolute" });
    expect(await escalate()).toMatchObject({ action: "absolute" });
    expect((await events(cursor)).map(({ data }) => data.new)).toEqual(["block", "absolute"]);
    expect(await check("sell the house")).toMatchObject({ action: "absolute", allowed: false });
  });

  it("only warn while most matches were wrong, unless they are absolute", async () => {
    const { id } = await add("eat cake", { action: "block" });
    const wrong = () => memory.call(ann, "recordCensorFalsePositive", { censor_id: id });
    await expect(wrong()).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await check("eat cake")).toMatchObject({ action: "block", allowed: false });
    expect(await wrong()).toMatchObject({ false_positive_count: 1, action: "block" });
    await expect(wrong()).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await check("eat cake")).toMatchObject({ action: "block" });
    expect(await wrong()).toMatchObject({ false_positive_count: 2 });
    expect(await check("eat cake")).toMatchObject({ action: "warn", allowed: true });
    expect(await get(id)).toMatchObject({ action: "block", activation_count: 3 });
    expect(await check("eat cake")).toMatchObject({ action: "block" });
    const { id: firm } = await add("eat soap", { action: "absolute" });
    await check("eat soap");
    await memory.call(ann, "recordCensorFalsePositive", { censor_id: firm });
    expect(await check("eat soap")).toMatchObject({ action: "absolute" });
    const { id: mild } = await add("eat sand");
    for (const _ of times(2, () => 0)) await check("eat sand");
    for (const _ of times(2, () => 0))
      await memory.call(ann, "recordCensorFalsePositive", { censor_id: mild });
    expect(await check("eat sand")).toMatchObject({ action: "warn" });
    expect(await get(mild)).toMatchObject({ action: "warn", activation_count: 3 });
  });

  it("are lowered by an edit alone, and count anew from it", async () => {
    const { id } = await add("paint it red");
    for (const _ of times(3, () => 0)) await check("paint it red");
    expect(await get(id)).toMatchObject({ action: "block" });
    await memory.call(ann, "applyEdit", {
      ...{ target_type: "censor", target_id: id, op: "amend", reason: "Too strict." },
      patch: { attributes: { action: "warn" } },
    });
    expect(await check("paint it red")).toMatchObject({ action: "warn" });
    expect(await get(id)).toMatchObject({ action: "warn", activation_count: 4, edits_applied: 1 });
    await check("paint it red");
    expect(await check("paint it red")).toMatchObject({ action: "block" });
    await memory.call(ann, "applyEdit", {
      ...{ target_type: "censor", target_id: id, op: "amend", reason: "Blue." },
      patch: { attributes: { trigger_pattern: "paint it blue" }, text: "It fades." },
    });
    expect(await get(id)).toMatchObject({
      trigger_pattern: "paint it blue",
      reason: "It fades.",
      action: "block",
    });
    expect(await matched("paint it red")).toEqual([]);
    for (const attributes of [{ activation_count: 0 }, { created_by: "me" }, { active: true }] as Record<
      string,
      string | number | boolean
    >[]) {
      await expect(
        memory.call(ann, "applyEdit", {
          ...{ target_type: "censor", target_id: id, op: "amend", reason: "r", patch: { attributes } },
        }),
      ).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    }
  });

  it("are not lowered by the agent that added them", async () => {
    const lower = (target_id: string, attributes: object) =>
      memory.call(bot, "applyEdit", {
        ...{ target_type: "censor", target_id, op: "amend", reason: "Too strict.", patch: { attributes } },
      } as never);
    const own = await add("burn the mill", { action: "absolute", visibility: "private" }, bot);
    for (const action of ["warn", "block", null]) {
      await expect(lower(own.id, { action })).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    expect(await lower(own.id, { action: "absolute", domain: "mills" })).toMatchObject({
      status: "approved",
    });
    expect(await get(own.id, bot)).toMatchObject({ action: "absolute", domain: "mills" });
    const shared = await add("burn the barn", { action: "block" }, bot);
    expect(await lower(shared.id, { action: "warn" })).toMatchObject({ status: "pending" });
  });

  it("stand in contexts with the action that a check reports", async () => {
    const { id } = await add("sell the orchard", { action: "block" });
    const shown = async () => {
      const { prompt } = await memory.call(bot, "context", { query: "sell the orchard" });
      return prompt.split("\n").find((line) => line.includes("sell the orchard"));
    };
    expect(await shown()).toContain("[block]");
    await check("sell the orchard");
    await memory.call(ann, "recordCensorFalsePositive", { censor_id: id });
    expect(await check("sell the orchard")).toMatchObject({ action: "block" });
    await memory.call(ann, "recordCensorFalsePositive", { censor_id: id });
    expect(await shown()).toContain("[warn]");
    expect(await check("sell the orchard")).toMatchObject({ action: "warn" });
    await expect(get("cen_unknown")).rejects.toMatchObject({ details: [{ path: "censor_id" }] });
  });

  it("of another agent only warn, and are changed by whoever wrote them, by people and by reviewers alone", async () => {
    const theirs = await add("dance at noon", { action: "absolute" }, other);
    expect(await check("dance at noon")).toMatchObject({ action: "warn", allowed: true });
    expect(await check("dance at noon", {}, ann)).toMatchObject({ action: "warn" });
    expect(await check("dance at noon", {}, other)).toMatchObject({ action: "absolute", allowed: false });
    expect(await get(theirs.id)).toMatchObject({ trust: "untrusted", agent_id: "other", action: "absolute" });
    const { id } = await add("dance at night", { action: "block" });
    await check("dance at night");
    for (const operation of ["escalateCensor", "recordCensorFalsePositive", "deactivateCensor"] as const) {
      await expect(memory.call(bot, operation, { censor_id: id })).rejects.toMatchObject({
        code: "FORBIDDEN",
      });
    }
    expect(await get(id)).toMatchObject({ action: "block", active: true, false_positive_count: 0 });
    for (const operation of ["escalateCensor", "recordCensorFalsePositive", "deactivateCensor"] as const) {
      await expect(memory.call(bot, operation, { censor_id: theirs.id })).rejects.toMatchObject({
        ...{ code: "FORBIDDEN", message: expect.stringContaining("Another agent wrote this censor") },
      });
      await memory.call(other, operation, { censor_id: theirs.id });
    }
    expect(await get(theirs.id)).toMatchObject({ active: false, false_positive_count: 1 });
    expect(await memory.call(human("rev"), "deactivateCensor", { censor_id: id })).toMatchObject({
      active: false,
    });
  });

  it("are out of force once deactivated, retracted or quarantined", async () => {
    const [off, gone, held] = [await add("ring one"), await add("ring two"), await add("ring three")];
    const text = "ring one, ring two, ring three";
    expect(await matched(text)).toHaveLength(3);
    const cursor = await latest();
    for (const _ of times(2, () => 0)) {
      expect(await memory.call(ann, "deactivateCensor", { censor_id: off.id })).toMatchObject({
        active: false,
      });
    }
    expect((await events(cursor)).map(({ type }) => type)).toEqual(["censor_deactivated"]);
    await memory.call(ann, "forget", { memory_id: gone.id, reason: "r" });
    await memory.call(ann, "applyEdit", {
      ...{ target_type: "censor", target_id: held.id, op: "quarantine", reason: "r" },
    });
    expect(await matched(text)).toEqual([]);
    expect(await get(off.id)).toMatchObject({ active: false, activation_count: 1 });
    for (const { id } of [gone, held]) await expect(get(id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(add("ring two")).rejects.toMatchObject({ code: "TOMBSTONED" });
    const listed = await memory.call(bot, "listCensors", { limit: 200 });
    expect(listed.censors.map(({ id }) => id)).not.toContain(off.id);
  });
});
