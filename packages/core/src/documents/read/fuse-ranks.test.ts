import { expect, it } from "vitest";
import { fuseRanks } from "./fuse-ranks.js";

const hit = (key: string, words: number, meaning: number, trust = 1) => ({
  key,
  parts: { words, meaning, trust },
});

it("adds up the ranks of both lists, from 0", () => {
  const scores = fuseRanks([hit("a", 0.9, 0.9), hit("b", 0.5, 0), hit("c", 0.2, 0.8)]);
  expect(scores.get("a")).toBeCloseTo(2 / 61, 12);
  expect(scores.get("b")).toBeCloseTo(1 / 62, 12);
  expect(scores.get("c")).toBeCloseTo(1 / 63 + 1 / 62, 12);
});

it("counts one hit for each key, and weighs by trust", () => {
  const scores = fuseRanks([hit("a", 0.9, 0, 0.5), hit("a", 0.8, 0, 0.5), hit("b", 0.5, 0)]);
  expect([...scores]).toEqual([
    ["b", 1 / 61],
    ["a", 1 / 62],
  ]);
});

it("gives nothing for nothing", () => {
  expect(fuseRanks([]).size).toBe(0);
  expect(fuseRanks([hit("a", 0, 0)]).size).toBe(0);
});
