import { expect, test } from "vitest";
import { delayAfter, parseRetryAfter, TemporaryFailure } from "./retry.js";

const now = Date.parse("2026-01-01T00:00:00Z");

test.each([
  [null, undefined],
  ["", undefined],
  ["soon", undefined],
  ["0", 0],
  ["7", 7],
  ["99999999", 30],
  ["Thu, 01 Jan 2026 00:00:10 GMT", 10],
  ["Thu, 01 Jan 2099 00:00:00 GMT", 30],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
])("Retry-After %j is %j seconds", (header, seconds) => {
  expect(parseRetryAfter(header, now)).toBe(seconds);
});

test("waits at least as long as the service asks, and doubles its own delay each time", () => {
  expect(delayAfter(new TemporaryFailure("busy", 7), 1, 500)).toBe(7_000);
  const longest = (failures: number) =>
    Math.max(
      ...Array.from({ length: 2_000 }, () => delayAfter(new TemporaryFailure("busy"), failures, 500)!),
    );
  expect(longest(1)).toBeGreaterThan(400);
  expect(longest(1)).toBeLessThanOrEqual(500);
  expect(longest(3)).toBeGreaterThan(1_600);
  expect(longest(3)).toBeLessThanOrEqual(2_000);
});

test("does not wait after a failure that is not temporary", () => {
  expect(delayAfter(new Error("no"), 1, 500)).toBeUndefined();
});
