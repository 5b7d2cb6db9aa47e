import type { ExtractedEvent } from "@palimpsest/core";
import { describe, expect, it } from "vitest";
import { halves, parseDocument, readCorpus } from "./corpus.js";
import { countsOf, judge, scores } from "./judge.js";

const document =
  "type: note\ndate: 2026-03-02\n---\nA. ⟦Decision|We chose B.⟧ ⟦Commitment @2026-03-31|I will go.⟧";
const found = (
  category: ExtractedEvent["category"],
  start_char: number,
  end_char: number,
): ExtractedEvent => ({
  category,
  event_time: null,
  narrative: "",
  subject: { type: "other", ref: "" },
  actors: [],
  confidence: 1,
  evidence: [{ quote: "", start_char, end_char }],
});

it("reads the marks of a document and takes them out of its text", () => {
  const { gold, document: read } = parseDocument("one", document);
  expect(read.text).toBe("A. We chose B. I will go.");
  expect(gold).toEqual([
    { category: "Decision", start: 3, end: 14, quote: "We chose B.", day: undefined },
    { category: "Commitment", start: 15, end: 25, quote: "I will go.", day: "2026-03-31" },
  ]);
});

it("matches events of the same category that share half of the shorter quote, each once", () => {
  const { gold } = parseDocument("one", document);
  const judgement = judge(gold, [
    found("Decision", 0, 14),
    found("Decision", 3, 14),
    found("Change", 15, 25),
  ]);
  expect(judgement.pairs.length).toBe(1);
  expect(countsOf([judgement])).toEqual({ right: 1, found: 3, gold: 2 });
  expect(scores({ right: 1, found: 2, gold: 4 })).toMatchObject({ precision: 0.5, recall: 0.25 });
});

describe.each(halves)("the %s half", (half) => {
  const corpus = readCorpus(half);

  it("has 20 documents of 150 to 900 words, four of each type", () => {
    const types = corpus.map(({ document: { type } }) => type).sort();
    expect(types).toEqual(
      ["chat", "doc", "email", "note", "transcript"].flatMap((type) => new Array(4).fill(type)),
    );
    const lengths = corpus.map(({ document: { text } }) => text.split(/\s+/).length);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(150);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(900);
  });

  it("has gold quotes of at most 25 words that stand in the text", () => {
    for (const {
      document: { text },
      gold,
    } of corpus) {
      for (const { start, end, quote } of gold) {
        expect(text.slice(start, end)).toBe(quote);
        expect(quote.split(/\s+/).length).toBeLessThanOrEqual(25);
      }
    }
  });
});
