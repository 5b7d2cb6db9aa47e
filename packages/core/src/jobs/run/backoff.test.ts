import { describe, expect, it } from "vitest";
import { backoffSeconds } from "./backoff.js";

describe("the wait before another attempt", () => {
  it("doubles from half a minute to ten minutes", () => {
    expect([1, 2, 3, 4, 5, 6, 30].map((attempt) => backoffSeconds(attempt, () => 0.5))).toEqual([
      30, 60, 120, 240, 480, 600, 600,
    ]);
  });

  it("varies by a tenth at most", () => {
    expect(backoffSeconds(1, () => 0)).toBeCloseTo(27);
    expect(backoffSeconds(1, () => 1)).toBeCloseTo(33);
  });
});
