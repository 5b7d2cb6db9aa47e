import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { newTenant } from "../policy/testing/tenants.js";
import { message } from "../testing/samples.js";
import { openTestMemory, type TestMemory } from "../testing/test-memory.js";

describe.each(engines)("what is no answer on $name", (engine) => {
  let memory: TestMemory;
  let ann: Principal;
  const occurred_at = "2026-03-02T10:00:00Z";
  const said: [actor: string, text: string][] = [
    ["maria", "The printer on the second floor jams."],
    ["tom", "Did you try another tray?"],
    ["maria", "Yes, the paper tray is new."],
    ["tom", "Then the printer needs a technician."],
    ["maria", "Correct."],
  ];
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    ({ ann } = newTenant(memory));
    for (const [actor_id, text] of said)
      await memory.call(ann, "recordEvent", message(text, { session_id: "ticket", actor_id, occurred_at }));
  });
  afterAll(() => memory.close());

  const recall = async (query: string, more: object = {}) =>
    (await memory.call(ann, "recall", { query, ...more })).memories;

  it.each([
    ["made-up words", "qwertyfnord zzyzx blorptang"],
    ["things that nobody mentioned", "Which dentist treats the goldfish?"],
    ["a known name beside such things", "How does Maria prefer to be contacted?"],
    ["two known names beside such things", "Where do Maria and Tom live?"],
    ["a word that only frames a question beside such things", "Could you list the dentist's details?"],
  ])("is left out for %s", async (_, query) => expect(await recall(query)).toEqual([]));

  it("is an answer where a name is all that is asked for", async () => {
    expect((await recall("Maria")).length).toBeGreaterThan(0);
    expect((await recall("What did Maria say?")).length).toBeGreaterThan(0);
  });

  it("is told apart by relevance, which falls with the score and can be asked for", async () => {
    const query = "printer technician";
    const { ann } = newTenant(memory);
    for (const text of ["The printer needs a technician.", "The printer stands in the hall."])
      await memory.call(ann, "remember", { text });
    const recall = async (more: object = {}) =>
      (await memory.call(ann, "recall", { query, ...more })).memories;
    const all = await recall();
    const relevances = all.map(({ relevance }) => relevance);
    expect(relevances).toEqual(relevances.toSorted((a, b) => b - a));
    expect(relevances.every((relevance) => relevance > 0 && relevance < 1)).toBe(true);
    expect(all).toHaveLength(2);
    const least = relevances[0]!;
    expect(await recall({ min_relevance: 0 })).toHaveLength(2);
    expect(await recall({ min_relevance: least })).toHaveLength(1);
    expect(await recall({ min_relevance: 1 })).toEqual([]);
    const search = { query, channel: "private" as const, min_relevance: least };
    expect(await memory.call(ann, "searchChunks", search)).toMatchObject({
      chunks: [{ text: "The printer needs a technician.", relevance: least }],
      total_count: 1,
    });
    const { acb } = await memory.call(ann, "buildAcb", { ...search, session_id: "s" });
    expect(acb.session.chunks).toHaveLength(1);
    expect(acb.omissions).toMatchObject([{ reason: "below_threshold", count: 1 }]);
  });

  it.each([-0.1, 1.1, Number.NaN, "0.5"])("has no relevance of %s", async (min_relevance) => {
    await expect(recall("printer", { min_relevance })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  it("is no matter of words where a time is all that is asked for", async () => {
    const found = await recall("What happened today?", { now: occurred_at });
    expect(found.map(({ relevance }) => relevance)).toEqual(said.map(() => 1));
  });
});
