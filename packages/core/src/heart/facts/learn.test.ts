import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import type { Principal } from "../../identity/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { chosenEmbedder } from "../testing/chosen-embedder.js";

describe.each(engines)("learning facts on $name", (engine) => {
  const embedder = chosenEmbedder();
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine, { embedder });
  });
  afterAll(() => memory.close());
  const [bot, cog, ann] = [agent("bot"), agent("cog"), human("ann")];
  const learn = (content: string, more: object = {}, who: Principal = bot) =>
    memory.call(who, "learnFact", { content, ...more });

  it("shows what was learned, for its owner alone unless told otherwise", async () => {
    const made = await learn("Ada works from Lisbon", {
      category: "person",
      subject: "ada",
      confidence: 0.8,
      source: "her letter",
      tags: ["home"],
      sensitivity: "high",
      project_id: "p",
    });
    expect(made).toMatchObject({
      ...{ agent_id: "bot", content: "Ada works from Lisbon", category: "person", subject: "ada" },
      ...{ confidence: 0.8, source: "her letter", tags: ["home"], sensitivity: "high", project_id: "p" },
      ...{ scope: "user", channel: "private", visibility: "private", audience: [], trust: "own" },
      ...{ confirmation_count: 0, last_confirmed: null, superseded_by: null, contradiction_of: null },
      ...{ active: true, contradiction_warning: null, edits_applied: 0, masked: 0 },
      ...{ status: "created", mode: "words and vectors" },
    });
    expect(made.id).toMatch(/^fct_/);
    const { status: _, mode: __, masked: ___, ...fact } = made;
    expect(await memory.call(bot, "getFact", { fact_id: made.id })).toEqual(fact);
    for (const who of [cog, ann]) {
      await expect(memory.call(who, "getFact", { fact_id: made.id })).rejects.toMatchObject({
        code: "NOT_FOUND",
        message: expect.stringContaining("No such fact"),
        details: [{ path: "fact_id" }],
      });
    }
  });

  it("confirms a fact that is learned again, and leaves it as it is", async () => {
    const first = await learn("Herons sleep on one leg", { confidence: 0.6, tags: ["birds"] });
    const again = await learn("  herons SLEEP on one leg ", { confidence: 1, tags: ["other"] });
    expect(again).toMatchObject({
      ...{ id: first.id, status: "confirmed", confirmation_count: 1, confidence: 0.6, tags: ["birds"] },
      content: "Herons sleep on one leg",
    });
    const confirmed = await memory.call(bot, "confirmFact", { fact_id: first.id });
    expect(confirmed).toMatchObject({ confirmation_count: 2, confidence: 0.6 });
    expect(Date.parse(confirmed.last_confirmed!)).toBeGreaterThanOrEqual(Date.parse(first.created_at));
  });

  it("raises a fact that its owner learns as more sensitive, and lowers none", async () => {
    const { id } = await learn("Moles dig at dawn");
    for (const [sensitivity, kept] of [
      ["low", "low"],
      ["high", "high"],
      ["none", "high"],
      ["secret", "secret"],
      ["none", "secret"],
    ]) {
      const again = await learn("moles dig at DAWN", { sensitivity });
      expect(again).toMatchObject({ id, status: "confirmed", sensitivity: kept });
    }
    // What somebody else shares is not theirs to raise, nor shown to them where it is more sensitive.
    const shared = { visibility: "tenant" };
    const { id: open } = await learn("Moles swim", shared);
    const theirs = await learn("Moles swim", { ...shared, sensitivity: "high" }, cog);
    expect(theirs).toMatchObject({ status: "created", sensitivity: "high" });
    expect(await memory.call(ann, "getFact", { fact_id: open })).toMatchObject({ sensitivity: "none" });
  });

  it("does not learn anew what somebody else has corrected", async () => {
    const shared = { visibility: "tenant" };
    const { id } = await learn("The ferry leaves at six", shared);
    const patch = { text: "The ferry leaves at seven" };
    const reason = "the new timetable";
    await memory.call(ann, "applyEdit", { target_type: "fact", target_id: id, op: "amend", patch, reason });
    expect(await learn("the ferry leaves at six", shared)).toMatchObject({
      ...{ id, status: "confirmed", content: patch.text, confirmation_count: 0 },
    });
    const { id: fact_id } = await learn("The ferry is late", shared);
    const after = { fact_id, content: "The ferry leaves at six" };
    for (const follow of ["supersedeFact", "contradictFact"] as const) {
      await expect(memory.call(bot, follow, after)).rejects.toMatchObject({ code: "CONFLICT" });
    }
    expect(await memory.call(bot, "getFact", { fact_id })).toMatchObject({ active: true, confidence: 1 });
    // Whoever corrected it may take that back.
    expect(await learn("The ferry leaves at six", shared, ann)).toMatchObject({ status: "created" });
  });

  it("makes one fact of twenty concurrent calls with one text", async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => learn("Otters hold hands")));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(made.filter(({ status }) => status === "created")).toHaveLength(1);
    const fact = await memory.call(bot, "getFact", { fact_id: made[0]!.id });
    expect(fact.confirmation_count).toBe(19);
  });

  it("keeps apart what stands in another place or is for other readers", async () => {
    const base = { subject: "ben" };
    const text = "Ben likes rye bread";
    const made = await learn(text, base);
    for (const more of [
      { subject: "eve" },
      { scope: "project", project_id: "bakery" },
      { channel: "team" },
      { visibility: "tenant" },
      { visibility: "custom", audience: ["cog"] },
    ]) {
      const other = await learn(text, { ...base, ...more });
      expect(other, JSON.stringify(more)).toMatchObject({ status: "created", contradiction_warning: null });
    }
    expect(await learn(text, base, cog)).toMatchObject({ status: "created" });
    expect(await learn(text, { ...base, session_id: "another" })).toMatchObject({ id: made.id });
    const shared = { ...base, visibility: "tenant" };
    expect(await learn(text, shared, cog)).toMatchObject({ status: "confirmed", agent_id: "bot" });
    expect(await learn(text, { ...base, exclude_ids: [made.id] })).toMatchObject({ status: "created" });
  });

  it.each([
    [0.951, "confirmed", null, "amber"],
    [0.95, "created", 0.95, "blue"],
    [0.91, "created", 0.91, "crimson"],
    [0.85, "created", 0.85, "dun"],
    [0.849, "created", null, "ebony"],
  ])("at a cosine of %d is %s, with a warning of %s", async (cosine, status, similarity, colour) => {
    const [known, near] = [`The ${colour} quay is long`, `The ${colour} pier is long`];
    const { id } = await learn(known);
    embedder.choose(near, known, cosine);
    const made = await learn(near);
    expect(made.status).toBe(status);
    expect(made.contradiction_warning?.similarity ?? null).toBe(similarity);
    if (similarity === null) return;
    expect(made.contradiction_warning).toMatchObject({ existing_fact_id: id, existing_content: known });
  });

  it("never takes texts for one that differ in a number, a date or a negation", async () => {
    const known = "The ferry sails at nine on Monday";
    const { id } = await learn(known);
    for (const text of [
      "The ferry sails at ten on Monday",
      "The ferry sails at nine on Tuesday",
      "The ferry never sails at nine on Monday",
    ]) {
      embedder.choose(text, known, 0.99);
      const made = await learn(text);
      expect(made, text).toMatchObject({ status: "created" });
      expect(made.contradiction_warning, text).toMatchObject({ existing_fact_id: id, similarity: 0.99 });
    }
  });

  it("keeps facts while the embedder is silent, and knows equal texts again", async () => {
    embedder.silent = true;
    const made = await learn("Teal nest in reeds");
    expect(made).toMatchObject({ status: "created", mode: "words alone" });
    expect(await learn("teal nest in reeds")).toMatchObject({ id: made.id, status: "confirmed" });
    const found = await memory.call(bot, "searchFacts", { query: "teal reeds" });
    expect(found).toMatchObject({ mode: "words alone", facts: [{ id: made.id }] });
    embedder.silent = false;
  });

  it("refuses a text that was retracted, and only to those who could see it", async () => {
    const { id } = await learn("Bo owes ten crowns", { visibility: "private" });
    await memory.call(bot, "forget", { memory_id: id, reason: "wrong" });
    await expect(learn("Bo owes ten crowns")).rejects.toMatchObject({ code: "TOMBSTONED" });
    expect(await learn("Bo owes ten crowns", {}, cog)).toMatchObject({ status: "created" });
    await expect(memory.call(bot, "getFact", { fact_id: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("says which id is unknown", async () => {
    for (const [field, kind] of [
      ["contradiction_of", "fact"],
      ["source_episode_id", "episode"],
      ["source_decision_id", "decision"],
    ]) {
      await expect(learn("Nothing of it stays", { [field!]: "fct_unknown" })).rejects.toMatchObject({
        code: "NOT_FOUND",
        message: expect.stringContaining(`No such ${kind}`),
        details: [{ path: field }],
      });
    }
    const { facts } = await memory.call(bot, "searchFacts", { query: "Nothing of it stays" });
    expect(facts.map(({ content }) => content)).not.toContain("Nothing of it stays");
  });

  it("is what remember does with a fact", async () => {
    const { id } = await learn("Eels swim to Sargasso", { visibility: "tenant" });
    const again = await memory.call(bot, "remember", { kind: "fact", text: "Eels swim to Sargasso" });
    expect(again).toMatchObject({ memory_id: id, kind: "fact", status: "exists" });
    const made = await memory.call(bot, "remember", {
      kind: "fact",
      text: "Eels glide at night",
      attributes: { category: "animals", confidence: 0.4 },
    });
    expect(await memory.call(cog, "getFact", { fact_id: made.memory_id })).toMatchObject({
      ...{ category: "animals", confidence: 0.4, trust: "untrusted", visibility: "tenant" },
    });
    await expect(
      memory.call(bot, "remember", { kind: "fact", text: "Forged", attributes: { user_id: "ann" } }),
    ).rejects.toMatchObject({ code: "VALIDATION_ERROR", details: [{ path: "attributes.user_id" }] });
  });

  it("neither compares with nor shows what an edit hides from the caller", async () => {
    const where = { visibility: "tenant", subject: "vault" };
    for (const [op, patch, text] of [
      ["quarantine", {}, "The vault holds silver"],
      ["block", { channel: "private" }, "The vault holds copper"],
    ] as const) {
      const hidden = await learn(text, { ...where, source: "a hidden letter", tags: ["hidden"] });
      await memory.call(ann, "applyEdit", {
        ...{ target_type: "fact", target_id: hidden.id, op, patch, reason: "a test" },
      } as never);
      const made = await learn(text, where, cog);
      expect(made).toMatchObject({ status: "created", agent_id: "cog", source: null, tags: [] });
      expect(await learn(text, where, cog)).toMatchObject({ status: "confirmed", id: made.id });
      const stored = { public: true, subject_id: "safe" };
      const own = await memory.call(bot, "storeKnowledge", { content: text, ...stored, external_id: op });
      await memory.call(ann, "applyEdit", {
        ...{ target_type: "fact", target_id: own.id, op, patch, reason: "a test" },
      } as never);
      const other = await memory.call(cog, "storeKnowledge", { content: text, ...stored, external_id: op });
      expect(other, op).toMatchObject({ status: "created" });
      const again = await memory.call(bot, "storeKnowledge", { content: text, ...stored, external_id: op });
      expect(again, "the writer's own stays hidden").toMatchObject({ status: "updated", id: own.id });
    }
  });
});
