import fc from "fast-check";
import { expect, it } from "vitest";
import { kthLargest } from "./kth-largest.js";

it("equals what sorting gives, also with many equal numbers", () => {
  const few = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 60 });
  const any = fc.array(fc.double({ noNaN: true }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(fc.oneof(few, any), fc.nat(), (numbers, n) => {
      const k = 1 + (n % numbers.length);
      const sorted = Float64Array.from(numbers).sort();
      expect(kthLargest(Float64Array.from(numbers), k) === sorted[numbers.length - k]).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
