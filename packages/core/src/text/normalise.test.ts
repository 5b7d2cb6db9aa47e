import type { PalimpsestError } from "@palimpsest/contract";
import { expect, test } from "vitest";
import { cpuTime } from "../testing/cpu-time.js";
import { assertText, keyedDigest } from "./normalise.js";

test("the digest depends on the key and on the text", () => {
  const digests = [keyedDigest("k", "a"), keyedDigest("k", "b"), keyedDigest("l", "a")];
  expect(new Set(digests).size).toBe(3);
  expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
});

const refusal = (text: string, maxChars = 65_536) => {
  try {
    assertText("content.text", text, { maxChars });
  } catch (error) {
    const { code, details } = error as PalimpsestError;
    return { code, path: details[0]?.path };
  }
  return undefined;
};

test.each([
  ["a NUL", "a\0b", "INVALID_UNICODE"],
  ["a lone high surrogate", "\ud800x", "INVALID_UNICODE"],
  ["a lone low surrogate", "x\udc00", "INVALID_UNICODE"],
  ["an empty text", "", "EMPTY_CONTENT"],
  ["blanks", " \t\r\n\u00a0\u3000", "EMPTY_CONTENT"],
  ["zero-width characters", "\u200b\u2060\ufeff\u3164", "EMPTY_CONTENT"],
  ["combining marks alone", "\u0301\u0302", "EMPTY_CONTENT"],
  ["too many characters", "a".repeat(65_537), "PAYLOAD_TOO_LARGE"],
  ["text that is longer when normalised", "\ufdfa".repeat(60_000), "PAYLOAD_TOO_LARGE"],
  ["many marks on one character", `a${"\u0301\u0323".repeat(30_000)}`, "VALIDATION_ERROR"],
])("rejects %s and names the field, in little time", async (_, text, code) => {
  expect(refusal(text)).toEqual({ code, path: "content.text" });
  expect(await cpuTime(() => refusal(text))).toBeLessThan(1_000);
});

test.each([
  ["a"],
  ["😀"],
  ["日本語"],
  ["a\u0301\u0302\u0303"],
  ["ที่สุด"],
  ["."],
  ["a\u200bb"],
  ["a".repeat(65_536)],
])("accepts %j", (text) => {
  expect(refusal(text)).toBeUndefined();
});
