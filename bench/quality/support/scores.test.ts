import { expect, test } from "vitest";
import { scoresOf } from "./scores.js";

test("counts hits by place, evidence found at all, and questions with a result", () => {
  const judged = [
    { category: "shared", evidence: ["1"], ranking: ["1", "2"] },
    { category: "shared", evidence: ["4", "9"], ranking: ["2", "3", "4", "5"] },
    { category: "shared", evidence: ["7"], ranking: [] },
    { category: "shared", evidence: ["6"], ranking: ["2", "3", "4", "6"] },
  ];
  expect(scoresOf(judged)).toEqual({
    questions: 4,
    hit1: 25,
    hit3: 50,
    hit10: 75,
    r3: 37.5,
    r50: 62.5,
    answered: 75,
    results: 2.5,
  });
});

test("looks for no evidence where there is none", () => {
  const judged = [
    { category: "unsaid", evidence: [], ranking: ["2"] },
    { category: "unsaid", evidence: [], ranking: [] },
  ];
  expect(scoresOf(judged)).toEqual({ questions: 2, answered: 50, results: 0.5 });
});
