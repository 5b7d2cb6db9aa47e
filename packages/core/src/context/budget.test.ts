import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { defaultPolicy } from "../policy/index.js";
import type { MemoryRow } from "../substrate/index.js";
import { message } from "../testing/samples.js";
import { agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";
import { countTokens } from "../text/index.js";
import { candidateOf } from "./pack/candidate.js";
import { Packer } from "./pack/pack.js";
import { capsFor, type Mode, sectionNames } from "./rank/modes.js";

const nonce = "123456789012345678";
const texts = fc.oneof(
  fc.lorem({ maxCount: 120 }),
  fc.string({ unit: "binary", minLength: 1, maxLength: 200 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }),
  fc.constantFrom(
    "\n".repeat(80),
    "日本語の長い文章".repeat(30),
    "👩‍👩‍👧‍👦".repeat(20),
    "a".repeat(900),
    "![](http://x)\n".repeat(9),
  ),
);
const rows = fc.array(
  fc.record({
    section: fc.constantFrom(...sectionNames),
    text: texts,
    origin: fc.constantFrom("human", "agent", "tool"),
    writer: fc.constantFrom("human:ann", "agent:b", "agent:c"),
    edited_by: fc.constantFrom<string[]>([], ["human:ann"], ["agent:c"]),
    sticky: fc.boolean(),
    /** What the database says; it may be wrong. */
    stored: fc.option(fc.nat(40), { nil: undefined }),
  }),
  { maxLength: 60 },
);
const modes = fc.constantFrom<Mode>("TASK", "EXPLORATION", "DEBUGGING", "LEARNING", "GENERAL");
const budgets = fc.oneof(fc.integer({ min: 64, max: 400 }), fc.integer({ min: 64, max: 70_000 }));

it("never exceeds the budget, whatever the texts and even if stored token counts are wrong", () => {
  fc.assert(
    fc.property(rows, modes, budgets, (given, mode, budget) => {
      const packer = new Packer(
        budget,
        capsFor(mode, budget, true),
        nonce,
        defaultPolicy.retrieval.trust.writer_items,
      );
      for (const section of sectionNames) {
        const rows = given.filter((row) => row.section === section);
        packer.fill({
          section,
          rows: rows.map((row, at) => ({ ...row, id: `${section}-${at}` })),
          show: (row) => {
            const token_count = row.stored ?? countTokens(row.text);
            const { sticky } = row;
            return candidateOf({ owner_id: "x", ...row, token_count } as unknown as MemoryRow, {
              section,
              view: { readerId: "reader", writers: [] },
              past: false,
              sticky,
              label: "(2026-01-01, x) ",
            });
          },
          maxItems: 20,
          distinct: section !== "rules",
        });
      }
      const { prompt, totalTokens, shown, omissions } = packer.finish();
      expect(totalTokens).toBe(countTokens(prompt));
      expect(totalTokens).toBeLessThanOrEqual(budget);
      const there = [...shown.values()].reduce((sum, list) => sum + list.length, 0);
      const missing = omissions.list().reduce((sum, { count }) => sum + count, 0);
      expect(there + missing).toBe(given.length);
    }),
    { numRuns: 400 },
  );
});

describe.each(engines)("the budget on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    for (let n = 0; n < 5; n++) {
      const content = `Rule ${n}: ${"mind the gap between train and platform ".repeat(n + 1)}`;
      const invariant = n === 4 ? ("safety" as const) : undefined;
      await memory.call(human(), "createRule", { content, priority: 10 - n, invariant });
      await memory.call(human(), "createTask", { title: `Task ${n}`, details: "détails — ".repeat(20) });
      await memory.call(human(), "createDecision", { decision: `Decision ${n} ${"日本語 ".repeat(20)}` });
      for (const who of [human(), agent("other")]) {
        await memory.call(
          who,
          "recordEvent",
          message(`turn ${n} ${"word \n".repeat(30)}`, { session_id: "b" }),
        );
        await memory.call(who, "remember", {
          text: `memory ${n} of ${who.id} https://x.test ${"lorem ipsum ".repeat(40)}`,
        });
      }
    }
  });
  afterAll(() => memory.close());

  it("is kept at every size from 64 tokens up", async () => {
    let before = 0;
    for (const max_tokens of [
      64, 65, 80, 100, 128, 200, 256, 400, 700, 1_000, 2_000, 5_000, 20_000, 65_000, 1_000_000,
    ]) {
      const inputs = { session_id: "b", channel: "private" as const, query: "memory lorem", max_tokens };
      const { acb } = await memory.call(human(), "buildAcb", inputs);
      expect(acb.total_tokens).toBe(countTokens(acb.prompt));
      expect(acb.total_tokens).toBeLessThanOrEqual(max_tokens);
      const left = acb.omissions.filter(({ reason }) => reason === "over_budget");
      // What is left out is longer than what is left: the longest of these texts has 300 tokens.
      if (left.length > 0) expect(max_tokens - acb.total_tokens, `of ${max_tokens}`).toBeLessThan(300);
      const shown = acb.sections.reduce((sum, { items }) => sum + items.length, 0);
      if (max_tokens >= 1_000) expect(shown).toBeGreaterThanOrEqual(before);
      before = shown;
    }
  });

  it("places what must not be dropped first, and is refused when that does not fit", async () => {
    const inputs = { session_id: "b", channel: "private" as const };
    const build = async (max_tokens: number) =>
      (await memory.call(human(), "buildAcb", { ...inputs, max_tokens })).acb;
    const tight = await build(100);
    expect(tight.sections[0]?.items[0]?.text).toMatch(/^Rule 4/);
    expect(tight.mode_invariants).toEqual(["safety"]);
    const content = `Never forget ${"this long and important rule ".repeat(30)}`;
    await memory.call(human(), "createRule", { content, invariant: "safety" });
    const refused = await build(100).catch((error) => error);
    expect(refused).toMatchObject({ code: "VALIDATION_ERROR", details: [{ path: "max_tokens" }] });
    const least = Number(/at least (\d+)/.exec(refused.message)?.[1]);
    await expect(build(least - 1)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    const { sections } = await build(least);
    expect(sections[0]?.items.map(({ text }) => text.slice(0, 6)).sort()).toEqual(["Never ", "Rule 4"]);
    // A bundle from before that rule is still built again, to compare.
    await memory.call(human(), "replayAcb", { acb_id: tight.acb_id });
  });
});

it("says how much it left out when nothing fits, and says that there is nothing only if so", () => {
  const pack = (texts: string[]) => {
    const packer = new Packer(
      64,
      capsFor("GENERAL", 64, true),
      nonce,
      defaultPolicy.retrieval.trust.writer_items,
    );
    packer.fill({
      section: "rules",
      rows: texts.map((text, at) => ({ id: `r${at}`, text })),
      show: ({ id, text }) =>
        candidateOf(
          {
            id,
            text,
            origin: "human",
            writer: "human:x",
            edited_by: [],
            token_count: countTokens(text),
          } as unknown as MemoryRow,
          {
            section: "rules",
            view: { readerId: "reader", writers: [] },
            past: false,
          },
        ),
      maxItems: 9,
    });
    return packer.finish().prompt;
  };
  expect(pack([])).toContain("Nothing is remembered");
  const long = "a rule of many words ".repeat(40);
  expect(pack([long, `${long}too`])).toBe("Nothing that is remembered fits here; left out: 2.");
});
