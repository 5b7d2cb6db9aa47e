import { expect, test } from "vitest";
import { compare, summarise } from "./timing.js";

test("gives percentiles and calls per second", () => {
  expect(summarise([10, 10, 10, 70])).toEqual({ count: 4, p50: 10, p95: 70, perSecond: 40 });
});

test("runs the ways in turn, each first as often as last, and leaves the warm-up out", async () => {
  const calls: string[] = [];
  const way = (name: string) => async (round: number) => void calls.push(`${name}${round}`);
  const result = await compare(10, { a: way("a"), b: way("b") });
  expect(calls.slice(0, 4)).toEqual(["b0", "a0", "a1", "b1"]);
  expect([calls.length, result.a.count, result.b.count]).toEqual([22, 10, 10]);
});
