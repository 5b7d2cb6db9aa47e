import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { atOnce, inSlices, type Sliced } from "./in-slices.js";

function* threeSlices(log: string[]): Sliced<string> {
  for (const slice of ["first", "second", "third"]) {
    log.push(slice);
    if (slice !== "third") yield;
  }
  return "done";
}

test("serves others between two slices", async () => {
  const log: string[] = [];
  const work = inSlices(threeSlices(log));
  await nextTurn();
  log.push("another");
  expect(await work).toBe("done");
  expect(log).toEqual(["first", "another", "second", "third"]);
});

test("does all slices at once if asked to", () => {
  const log: string[] = [];
  expect(atOnce(threeSlices(log))).toBe("done");
  expect(log).toEqual(["first", "second", "third"]);
});

test("passes on what the work throws", async () => {
  // biome-ignore lint/correctness/useYield: it fails before its first slice ends.
  function* failing(): Sliced<never> {
    throw new Error("no");
  }
  await expect(inSlices(failing())).rejects.toThrow("no");
  expect(() => atOnce(failing())).toThrow("no");
});
