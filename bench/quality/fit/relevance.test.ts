import { expect, test } from "vitest";
import { calibrate, calibrationTable } from "./relevance.js";

test("counts of the first ten results how many were evidence, by relevance and by score", () => {
  const result = (id: string, relevance: number, own: number) => ({
    id,
    relevance,
    parts: { own, window: 0, meaning: 0, agent: 1, trust: 0.4 },
  });
  const others = Array.from({ length: 10 }, (_, n) => result(`o${n}`, 0.12, 0.5));
  const question = {
    conversation: "x",
    category: "shared",
    evidence: ["a", "late"],
    ranking: [],
    results: [result("a", 0.55, 1.1), ...others, result("late", 0.12, 0.5)],
  };
  const { relevance, score } = calibrate([question]);
  expect(relevance).toEqual([
    { from: 0.1, results: 9, mean: expect.closeTo(0.12, 6), evidence: 0, kept: 100 },
    { from: 0.5, results: 1, mean: expect.closeTo(0.55, 6), evidence: 100, kept: 100 },
  ]);
  expect(score.map(({ from, results }) => [from, results])).toEqual([
    [0.4, 9],
    [1, 1],
  ]);
  expect(calibrationTable({ relevance, score })).toContain("0.5");
});
