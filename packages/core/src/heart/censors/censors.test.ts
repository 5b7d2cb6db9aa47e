import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { admin, agent, human, openTestMemory, type TestMemory, tenantB } from "../../testing/test-memory.js";
import { chosenEmbedder } from "../testing/chosen-embedder.js";

const [ann, bot, other] = [human("ann"), agent("bot"), agent("other")];
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

describe.each(engines)("censors on $name", (engine) => {
  let memory: TestMemory;
  const embedder = chosenEmbedder();
  beforeAll(async () => {
    memory = await openTestMemory(engine, { embedder });
  });
  afterAll(() => memory.close());

  const add = async (trigger_pattern: string, more: object = {}, who = ann) =>
    memory.call(who, "addCensor", {
      ...{ trigger_pattern, reason: `Because of ${trigger_pattern}`, visibility: "tenant", ...more },
    });
  const check = (text: string, more: object = {}, who = bot) =>
    memory.call(who, "checkCensors", { text, ...more });
  const get = (censor_id: string, who = ann) => memory.call(who, "getCensor", { censor_id });
  const matched = async (text: string, more: object = {}, who = bot) =>
    (await check(text, more, who)).matches.map(({ trigger_pattern }) => trigger_pattern);
  const events = async (cursor: string, who = ann) =>
    (await memory.call(who, "listDomainEvents", { cursor, limit: 500 })).events.filter(({ kind }) => kind === "censor");
  const latest = async (who = ann) => (await memory.call(who, "listDomainEvents", { start: "latest" })).next_cursor;

  it("are shown as they were added, private unless said otherwise", async () => {
    const cursor = await latest(bot);
    const censor = await memory.call(bot, "addCensor", { trigger_pattern: "rm -rf", reason: "It is final." });
    expect(censor).toMatchObject({
      ...{ trigger_pattern: "rm -rf", reason: "It is final.", action: "warn", domain: null, agent_id: "bot" },
      ...{ created_by: "manual", activation_count: 0, last_activated: null, false_positive_count: 0 },
      ...{ last_false_positive: null, escalation_threshold: 3, active: true, learned_from_decision: null },
      ...{ visibility: "private", scope: "user", channel: "private", trust: "own", edits_applied: 0, masked: 0 },
    });
    expect(censor.id).toMatch(/^cen_/);
    const { masked: _, ...detail } = censor;
    expect(await get(censor.id, bot)).toEqual(detail);
    for (const who of [ann, admin(), other, agent("bot", tenantB)]) {
      await expect(get(censor.id, who)).rejects.toMatchObject({
        ...{ code: "NOT_FOUND", message: "No such censor, or it is not yours to see." },
      });
      expect(await matched("please rm -rf it", {}, who)).toEqual([]);
    }
    expect(await events(cursor, bot)).toMatchObject([{ type: "censor_created", data: { action: "warn" } }]);
    await expect(
      memory.call(bot, "addCensor", { trigger_pattern: "x", reason: "y", learned_from_decision: "dec_unknown" }),
    ).rejects.toMatchObject({ code: "NOT_FOUND", details: [{ path: "learned_from_decision" }] });
  });

  it("match what a text contains, whatever its width, case and blanks, and mean nothing by signs", async () => {
    await add("Ｆorce  PUSH", { domain: "git" });
    await add("100%_[a-z]+.*(");
    expect(await matched("we force\n\tpush now")).toEqual(["Ｆorce  PUSH"]);
    expect(await matched("FORCE PUSH", { domain: "git" })).toHaveLength(1);
    expect(await matched("force push", { domain: "cooking" })).toEqual([]);
    expect(await matched("so 100%_[A-Z]+.*( it is", { domain: "cooking" })).toEqual(["100%_[a-z]+.*("]);
    for (const text of ["", "  ", "\u200b", "%", "_", "(", "\\", "'; drop table", "x".repeat(100_000), "🫥".repeat(99)]) {
      expect(await check(text)).toMatchObject({ matches: [], action: "none", allowed: true });
    }
  });

  it("match by meaning above the threshold of the space, and by containment in any case", async () => {
    const censor = await add("lend money");
    const { choose: near } = embedder;
    near("give them a loan", `lend money\nBecause of lend money`, 0.71);
    near("give them a boat", `lend money\nBecause of lend money`, 0.7);
    near("never lend money", `lend money\nBecause of lend money`, -0.5);
    const { matches, mode } = await check("give them a loan");
    expect(matches).toMatchObject([{ id: censor.id, matched_by: "meaning", trust: "trusted" }]);
    expect(matches[0]!.score).toBeCloseTo(0.71, 3);
    expect(mode).toBe("words and vectors");
    expect(await matched("give them a boat")).toEqual([]);
    expect((await check("never lend money")).matches).toMatchObject([{ matched_by: "containment", score: 1 }]);
  });

  it("still match what a text contains when the embedder is silent", async () => {
    await add("silent treatment");
    embedder.silent = true;
    const answer = await check("the silent treatment").finally(() => {
      embedder.silent = false;
    });
    expect(answer).toMatchObject({ mode: "words alone", matches: [{ matched_by: "containment" }] });
  });

  it("count each check once and escalate once, however many check at the same time", async () => {
    const { id } = await add("push to main");
    const cursor = await latest();
    const answers = await Promise.all(times(25, () => check("I push to main")));
    expect(await get(id)).toMatchObject({ activation_count: 25, action: "block" });
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(2);
    const told = await events(cursor);
    expect(told.filter(({ type }) => type === "censor_triggered")).toHaveLength(25);
    expect(told.filter(({ type }) => type === "censor_escalated")).toMatchObject([
      { memory_id: id, data: { old: "warn", new: "block" } },
    ]);
    expect(told.map(({ data }) => data.matched_text).filter(Boolean)).toEqual([]);
    const before = await latest(bot);
    const keyed = () =>
      memory.call(bot, "checkCensors", { text: "I push to main" }, { idempotencyKey: "checked" });
    expect(await keyed()).toEqual(await keyed());
    expect(await get(id)).toMatchObject({ activation_count: 26 });
    expect(await events(before, bot)).toMatchObject([{ data: { matched_text: "I push to main" } }]);
    await memory.call(ann, "searchCensors", { query: "push to main" });
    expect(await get(id)).toMatchObject({ activation_count: 26 });
  });

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
    for (const _ of times(2, () => 0)) await memory.call(ann, "recordCensorFalsePositive", { censor_id: mild });
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
    expect(await get(id)).toMatchObject({ trigger_pattern: "paint it blue", reason: "It fades.", action: "block" });
    expect(await matched("paint it red")).toEqual([]);
    for (const attributes of [{ activation_count: 0 }, { created_by: "me" }, { active: true }]) {
      await expect(
        memory.call(ann, "applyEdit", {
          ...{ target_type: "censor", target_id: id, op: "amend", reason: "r", patch: { attributes } },
        }),
      ).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    }
  });

  it("of another agent only warn, and a person's are changed by people and reviewers alone", async () => {
    const theirs = await add("dance at noon", { action: "absolute" }, other);
    expect(await check("dance at noon")).toMatchObject({ action: "warn", allowed: true });
    expect(await check("dance at noon", {}, ann)).toMatchObject({ action: "warn" });
    expect(await check("dance at noon", {}, other)).toMatchObject({ action: "absolute", allowed: false });
    expect(await get(theirs.id)).toMatchObject({ trust: "untrusted", agent_id: "other", action: "absolute" });
    const { id } = await add("dance at night", { action: "block" });
    await check("dance at night");
    for (const operation of ["escalateCensor", "recordCensorFalsePositive", "deactivateCensor"] as const) {
      await expect(memory.call(bot, operation, { censor_id: id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    expect(await get(id)).toMatchObject({ action: "block", active: true, false_positive_count: 0 });
    expect(await memory.call(human("rev"), "deactivateCensor", { censor_id: id })).toMatchObject({ active: false });
  });

  it("are out of force once deactivated, retracted or quarantined", async () => {
    const [off, gone, held] = [await add("ring one"), await add("ring two"), await add("ring three")];
    const text = "ring one, ring two, ring three";
    expect(await matched(text)).toHaveLength(3);
    const cursor = await latest();
    for (const _ of times(2, () => 0)) {
      expect(await memory.call(ann, "deactivateCensor", { censor_id: off.id })).toMatchObject({ active: false });
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

  it("are remembered where a text forbids something, unless another kind is named", async () => {
    const remember = (text: string, more: object = {}) => memory.call(ann, "remember", { text, ...more });
    const { memory_id, kind } = await remember("Never lend the pump.\nIt leaks.");
    expect(kind).toBe("censor");
    expect(await get(memory_id)).toMatchObject({
      ...{ trigger_pattern: "lend the pump", reason: "Never lend the pump.\nIt leaks.", visibility: "tenant" },
    });
    expect(await remember("Never lend the pump.\nIt leaks.")).toMatchObject({ memory_id, status: "exists" });
    expect((await check("I lend the pump")).matches).toMatchObject([{ id: memory_id }]);
    expect((await remember("do not feed the heron")).kind).toBe("censor");
    for (const [text, more, expected] of [
      ["Neverland is a park.", {}, "chunk"],
      ["Never feed the owl.", { kind: "note" }, "chunk"],
      ["Feeding costs a fine.", { kind: "censor", attributes: { trigger_pattern: "feed", action: "block" } }, "censor"],
    ] as const) {
      expect((await remember(text, more)).kind).toBe(expected);
    }
    const foreign = { kind: "censor", attributes: { learned_from_decision: "dec_x" } };
    await expect(remember("x", foreign)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  it("are listed page by page and searched, of a domain or of none", async () => {
    const who = agent("reader", tenantB);
    const mine = (trigger_pattern: string, domain?: string) =>
      memory.call(who, "addCensor", { trigger_pattern, reason: "Of owls.", domain });
    for (const [pattern, domain] of [["grey owl", "birds"], ["white owl"], ["owl of brass", "metal"]] as const) {
      await mine(pattern, domain);
    }
    const list = (input: object) => memory.call(who, "listCensors", input);
    const first = await list({ limit: 2 });
    expect(first.censors.map(({ trigger_pattern }) => trigger_pattern)).toEqual(["owl of brass", "white owl"]);
    const second = await list({ limit: 2, cursor: first.next_cursor });
    expect(second).toMatchObject({ censors: [{ trigger_pattern: "grey owl" }], next_cursor: null });
    expect((await list({ domain: "birds" })).censors).toHaveLength(2);
    const found = await memory.call(who, "searchCensors", { query: "owl", domain: "birds", explain: true });
    expect(found.censors.map(({ domain }) => domain).sort()).toEqual(["birds", null]);
    expect(found.censors[0]).toMatchObject({ action: "warn", trust: "own", parts: { trust: 1 } });
  });
});
