import { expect, it } from "vitest";
import { descriptorLimit, enginesFiles, mostConnections } from "./descriptors.js";

it("reads the limit of the process from what Linux tells", () => {
  const limits =
    "Limit  Soft Limit  Hard Limit  Units\nMax open files            256                  512     files\n";
  expect(descriptorLimit(limits)).toBe(256);
  expect(
    descriptorLimit("Max open files            unlimited            unlimited            files"),
  ).toBeUndefined();
});

it("shares them between the engine and connections, and refuses what is too low for both", () => {
  const limits = [1_024, 20_000];
  expect(limits.map((limit) => enginesFiles(limit))).toEqual([412, 1_000]);
  expect(limits.map((limit) => mostConnections(limit))).toEqual([412, 18_800]);
  expect(() => enginesFiles(1_023)).toThrow(
    /only 1023 files open, and the embedded engine needs 1024.*nothing was stored/,
  );
});
