import { expect, it } from "vitest";
import { descriptorLimit, enginesFiles } from "./descriptors.js";

it("reads the limit of the process from what Linux tells", () => {
  const limits =
    "Limit  Soft Limit  Hard Limit  Units\nMax open files            256                  512     files\n";
  expect(descriptorLimit(limits)).toBe(256);
  expect(
    descriptorLimit("Max open files            unlimited            unlimited            files"),
  ).toBeUndefined();
});

it("leaves some of them to the process, and refuses what is too low for both", () => {
  expect([256, 512, 20_000, undefined].map((limit) => enginesFiles(limit))).toEqual([100, 356, 1_000, 1_000]);
  expect(() => enginesFiles(255)).toThrow(
    /only 255 files open, and the embedded engine needs 256.*nothing was stored/,
  );
});
