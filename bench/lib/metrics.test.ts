import { expect, test } from "vitest";
import { ndcgAt, qualityByCategory, recallAt } from "./metrics.js";

const ranking = ["a", "b", "c", "d"];

test("recall is the share of the evidence found within k", () => {
  expect(recallAt(ranking, ["b", "d"], 2)).toBe(0.5);
  expect(recallAt(ranking, ["b", "d"], 4)).toBe(1);
  expect(recallAt([], ["b"], 4)).toBe(0);
});

test("nDCG is 1 for evidence on top and falls with its rank", () => {
  expect(ndcgAt(ranking, ["a", "b"], 10)).toBe(1);
  expect(ndcgAt(ranking, ["c"], 10)).toBeCloseTo(0.5, 10);
  expect(ndcgAt(ranking, ["a", "z"], 10)).toBeCloseTo(1 / (1 + 1 / Math.log2(3)), 10);
  expect(ndcgAt(ranking, ["d"], 3)).toBe(0);
});

test("quality is reported per category and over all questions, in percent", () => {
  const rows = qualityByCategory([
    { category: "y", evidence: ["a"], ranking },
    { category: "x", evidence: ["z"], ranking },
  ]);
  expect(Object.keys(rows)).toEqual(["x", "y", "all"]);
  expect([rows.x?.r5, rows.y?.r5, rows.all?.r5, rows.all?.questions]).toEqual([0, 100, 50, 2]);
});
