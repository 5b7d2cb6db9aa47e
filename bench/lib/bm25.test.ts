import { expect, test } from "vitest";
import { Bm25 } from "./bm25.js";

const texts = ["the cat sat on the mat", "dogs and cats", "a dog barked at a dog", "the weather is fine"];

test("ranks by inverse document frequency, term frequency and length", () => {
  expect(new Bm25(texts).search("dog", 10).map((hit) => hit.index)).toEqual([2, 1]);
  expect(new Bm25(texts).search("cats and weather", 1)[0]?.index).toBe(3);
});

test("scores one term as the formula says", () => {
  const hit = new Bm25(["apple pear", "plum"]).search("plum", 1)[0];
  const idf = Math.log(1 + 1.5 / 1.5);
  expect(hit?.score).toBeCloseTo((idf * 2.2) / (1 + 1.2 * (0.25 + 0.75 * (1 / 1.5))), 10);
});

test("finds nothing for stop words, unknown words and an empty corpus", () => {
  expect(new Bm25(texts).search("what is the", 10)).toEqual([]);
  expect(new Bm25(texts).search("zebra", 10)).toEqual([]);
  expect(new Bm25([]).search("cat", 10)).toEqual([]);
});
