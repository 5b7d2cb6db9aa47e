import { expect, it } from "vitest";
import { slicesOfText } from "./slices-of-text.js";

it("keeps the order, and puts into a slice no more items and characters than others should wait for", () => {
  const sizes = [1, 1, 1, 60_000, 40_001, 59_999, 1, 400_000, 0, 5];
  const slices = slicesOfText(sizes, { most: (slice) => (slice === 0 ? 2 : 3), charsOf: (size) => size });
  expect(slices).toEqual([[1, 1], [1, 60_000], [40_001, 59_999], [1], [400_000], [0, 5]]);
});
