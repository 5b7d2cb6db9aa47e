import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { runJobs } from "../../testing/run-jobs.js";
import { admin, agent, human, openTestMemory, type TestMemory, tenantB } from "../../testing/test-memory.js";
import { censorCalls } from "../testing/censor-calls.js";
import { chosenEmbedder } from "../testing/chosen-embedder.js";

const [ann, bot, other] = [human("ann"), agent("bot"), agent("other")];
const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

describe.each(engines)("censors on $name", (engine) => {
  let memory: TestMemory;
  const embedder = chosenEmbedder();
  beforeAll(async () => {
    memory = await openTestMemory(engine, { embedder });
  });
  afterAll(() => memory.close());

  const { add, check, events, get, latest, matched } = censorCalls(() => memory);

  it("are shown as they were added, private unless said otherwise", async () => {
    const cursor = await latest(bot);
    const censor = await memory.call(bot, "addCensor", { trigger_pattern: "rm -rf", reason: "It is final." });
    expect(censor).toMatchObject({
      ...{ trigger_pattern: "rm -rf", reason: "It is final.", action: "warn", domain: null, agent_id: "bot" },
      ...{ created_by: "manual", activation_count: 0, last_activated: null, false_positive_count: 0 },
      ...{ last_false_positive: null, escalation_threshold: 3, active: true, learned_from_decision: null },
      ...{
        visibility: "private",
        scope: "user",
        channel: "private",
        trust: "own",
        edits_applied: 0,
        masked: 0,
      },
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
      memory.call(bot, "addCensor", {
        trigger_pattern: "x",
        reason: "y",
        learned_from_decision: "dec_unknown",
      }),
    ).rejects.toMatchObject({ code: "NOT_FOUND", details: [{ path: "learned_from_decision" }] });
  });

  it("match what a text contains, whatever its width, case and blanks, and mean nothing by signs", async () => {
    await add("Ｆorce  PUSH", { domain: "git" });
    await add("100%_[a-z]+.*(");
    await add("ΟΔΟΣ");
    expect(await matched("το ΟΔΟΣΗΜΑ εδώ")).toEqual(["ΟΔΟΣ"]);
    await add("Große İZMİR");
    for (const text of ["eine grosse izmir", "GROSSE İZMİR", "GROẞE izmi\u0307r"]) {
      expect(await matched(text)).toEqual(["Große İZMİR"]);
    }
    expect(await matched("we force\n\tpush now")).toEqual(["Ｆorce  PUSH"]);
    expect(await matched("FORCE PUSH", { domain: "git" })).toHaveLength(1);
    expect(await matched("force push", { domain: "cooking" })).toEqual([]);
    expect(await matched("so 100%_[A-Z]+.*( it is", { domain: "cooking" })).toEqual(["100%_[a-z]+.*("]);
    for (const text of [
      "",
      "  ",
      "\u200b",
      "%",
      "_",
      "(",
      "\\",
      "'; drop table",
      "x".repeat(100_000),
      "🫥".repeat(99),
    ]) {
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
    expect((await check("never lend money")).matches).toMatchObject([
      { matched_by: "containment", score: 1 },
    ]);
  });

  it("match by what they mean since an edit, however often they were compared before", async () => {
    const { id } = await add("sail at night");
    const { choose: near } = embedder;
    near("leave the harbour late", `sail at night\nBecause of sail at night`, 0.8);
    near("leave the harbour early", `sail at dawn\nBecause of sail at night`, 0.8);
    const edit = (trigger_pattern: string) =>
      memory.call(ann, "applyEdit", {
        ...{ target_type: "censor", target_id: id, op: "amend", reason: "r" },
        patch: { attributes: { trigger_pattern } },
      } as never);
    const both = async () => [
      await matched("leave the harbour late"),
      await matched("leave the harbour early"),
    ];
    expect([await both(), await both()]).toEqual(times(2, () => [["sail at night"], []]));
    await edit("sail at dawn");
    expect([await both(), await both()]).toEqual(times(2, () => [[], ["sail at dawn"]]));
    await edit("sail at night");
    expect(await both()).toEqual([["sail at night"], []]);
  });

  it("match by meaning as soon as their vector has followed", async () => {
    embedder.silent = true;
    await add("feed the gulls").finally(() => {
      embedder.silent = false;
    });
    embedder.choose("bread for the birds", `feed the gulls\nBecause of feed the gulls`, 0.9);
    expect(await matched("bread for the birds")).toEqual([]);
    await runJobs(memory.services, ["embedding_fill"]);
    expect(await matched("bread for the birds")).toEqual(["feed the gulls"]);
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
});
