import { expect, test } from "vitest";
import { contentDigest } from "./digest.js";

const digest = (text: string, key = "k") => contentDigest(Buffer.from(key), text);

test.each([
  ["composition", "café", "cafe\u0301"],
  ["line ends", "a\nb", "a\r\nb"],
  ["blanks", "a b", " a \t b\r\n"],
  ["case", "Ann likes tea", "ann LIKES tea"],
  ["width", "abc", "ａｂｃ"],
  ["invisible characters", "password", "pass\u200bword"],
])("the same words have one digest in spite of %s", (_, one, other) => {
  expect(digest(one)).toBe(digest(other));
});

test("other words, and other tenants' keys, have another digest", () => {
  const digests = ["a b", "ab", "a b.", "C", "C++"].map((text) => digest(text));
  expect(new Set([...digests, digest("a b", "other")]).size).toBe(6);
});
