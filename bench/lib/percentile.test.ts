import { expect, test } from "vitest";
import { percentile } from "./percentile.js";

test("takes the nearest rank of the sorted values", () => {
  const values = [5, 1, 4, 2, 3];
  expect([0, 50, 95, 100].map((p) => percentile(values, p))).toEqual([1, 3, 5, 5]);
  expect(values).toEqual([5, 1, 4, 2, 3]);
  expect(percentile([], 50)).toBeNaN();
});
