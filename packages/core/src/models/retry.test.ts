import { expect, test } from "vitest";
import { parseRetryAfter } from "./retry.js";

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
