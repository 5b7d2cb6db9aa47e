import { expect, test } from "vitest";
import { Bm25 } from "./bm25.js";
import { longCorpus } from "./long-corpus.js";
import { quality } from "./metrics.js";

const corpus = longCorpus();

test("is the same on every run", () => {
  expect(longCorpus()).toEqual(corpus);
});

test("has assistant answers of 150 to 650 words beside short user messages", () => {
  const lengths = (role: string) =>
    corpus.conversations
      .flatMap((c) => c.turns)
      .filter((turn) => turn.role === role)
      .map((turn) => turn.text.split(/\s+/).length);
  expect(Math.min(...lengths("agent"))).toBeGreaterThanOrEqual(150);
  expect(Math.max(...lengths("agent"))).toBeLessThanOrEqual(650);
  expect(Math.max(...lengths("human"))).toBeLessThanOrEqual(45);
});

test("asks each question once per conversation, of a turn that exists", () => {
  for (const { questions, turns } of corpus.conversations) {
    const ids = new Set(turns.map((turn) => turn.id));
    expect(new Set(questions.map((q) => q.text)).size).toBe(questions.length);
    expect(questions.every((q) => q.evidence.every((id) => ids.has(id)))).toBe(true);
  }
});

test("is neither trivial nor hopeless for the floor", () => {
  const judged = corpus.conversations.flatMap(({ turns, questions }) => {
    const index = new Bm25(turns.map((turn) => turn.floorText));
    return questions.map((q) => ({
      ...q,
      ranking: index.search(q.text, 50).map((hit) => turns[hit.index]!.id),
    }));
  });
  const { r10 } = quality(judged);
  expect(r10).toBeGreaterThan(50);
  expect(r10).toBeLessThan(90);
});
