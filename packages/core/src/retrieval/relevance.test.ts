import { expect, it } from "vitest";
import { relevanceOf } from "./relevance.js";

it("is the fitted curve", () => {
  expect(relevanceOf(1, 1)).toBeCloseTo(0.461, 3);
  expect(relevanceOf(0.5, 1)).toBeCloseTo(0.013, 3);
});

it("rises with the score and with how near it is to the best, and stays between 0 and 1", () => {
  expect(relevanceOf(1.5, 1.5)).toBeGreaterThan(relevanceOf(1, 1));
  expect(relevanceOf(1, 1)).toBeGreaterThan(relevanceOf(1, 1.5));
  for (const score of [-0.1, 0, 1e-9, 1e6])
    for (const best of [0, 1e-9, 1e6]) {
      expect(relevanceOf(score, best)).toBeGreaterThanOrEqual(0);
      expect(relevanceOf(score, best)).toBeLessThanOrEqual(1);
    }
});

it("takes a score above the best trusted one for no more than that one", () => {
  expect(relevanceOf(2, 1)).toBe(relevanceOf(2, 2));
});
