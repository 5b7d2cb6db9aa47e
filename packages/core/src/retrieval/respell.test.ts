import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { newTenant } from "../policy/testing/tenants.js";
import { openTestMemory, type TestMemory } from "../testing/test-memory.js";

describe.each(engines)("a misspelt word on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const remember = (who: Principal, text: string, more: object = {}) =>
    memory.call(who, "remember", { text, ...more });
  const recall = async (who: Principal, query: string, more: object = {}) => {
    const { memories, mode } = await memory.call(who, "recall", { query, ...more });
    return { texts: memories.map(({ text }) => text), mode };
  };

  it("is read as the nearest known one, and the answer says so", async () => {
    const { ann } = newTenant(memory);
    await remember(ann, "The accommodation was definitely a bargain.");
    await remember(ann, "Milk, bread and honey.");
    for (const query of ["accomodation", "definately", "bargian"]) {
      const { texts, mode } = await recall(ann, query);
      expect(texts[0]).toContain("accommodation");
      expect(mode).toContain(`"${query}" read as "`);
    }
    expect((await recall(ann, "accommodation")).mode).toBe("words and vectors");
  });

  it("finds nothing where no word is near", async () => {
    const { ann } = newTenant(memory);
    await remember(ann, "The accommodation was a bargain.");
    expect(await recall(ann, "trombone qwertyfnord")).toEqual({ texts: [], mode: "words and vectors" });
  });

  it("is not read as another if the rest of the query stands nowhere", async () => {
    const { ann } = newTenant(memory);
    await remember(ann, "We are leaving the old harbour on Monday.");
    expect((await recall(ann, "Is the aquarium leaking?")).texts).toEqual([]);
    for (const query of ["harbuor", "leavign the harbuor", "Who cleans the aquarium at the old harbuor?"]) {
      expect((await recall(ann, query)).texts).toHaveLength(1);
    }
  });

  it("does not tell words that stand only in what the reader may not see", async () => {
    const { ann, bot } = newTenant(memory);
    await remember(ann, "The heirloom is in the cellar.", { visibility: "private" });
    expect((await recall(ann, "hierloom")).texts).toHaveLength(1);
    expect((await recall(bot, "hierloom")).mode).toBe("words and vectors");
  });

  it("is read in the past by what was known then", async () => {
    const { ann, boss } = newTenant(memory);
    const { memory_id } = await remember(ann, "The walrus sleeps on the glacier.");
    const [{ now }] = (await memory.database.ownerQuery<{ now: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`,
    )) as [{ now: string }];
    const edit = { target_type: "memory" as const, target_id: memory_id, reason: "because" };
    await memory.call(ann, "applyEdit", { ...edit, op: "amend", patch: { text: "The walrus sleeps." } });
    expect((await recall(ann, "glaicer")).texts).toEqual([]);
    const then = { as_of: now, see_withheld: true };
    expect((await recall(boss, "glaicer", then)).texts).toEqual(["The walrus sleeps on the glacier."]);
  });
});
