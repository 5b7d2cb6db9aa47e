import { expect, test } from "vitest";
import { digestsOf } from "./digest.js";

const digest = (text: string, key = "k") => digestsOf(Buffer.from(key), text).hash;
const words = (text: string, key = "k") => digestsOf(Buffer.from(key), text).wordsHash;

test.each([
  ["composition", "café", "cafe\u0301"],
  ["line ends", "a\nb", "a\r\nb"],
  ["blanks", "a b", " a \t b\r\n"],
  ["case", "Ann likes tea", "ann LIKES tea"],
  ["width", "abc", "ａｂｃ"],
  ["invisible characters", "password", "pass\u200bword"],
])("the same words have one digest in spite of %s", (_, one, other) => {
  expect(digest(one)).toBe(digest(other));
  expect(words(one)).toBe(words(other));
});

test("other words, and other tenants' keys, have another digest", () => {
  for (const make of [digest, words]) {
    const digests = ["a b", "ab", "a-b", "C", "C++"].map((text) => make(text));
    expect(new Set([...digests, make("a b", "other")]).size).toBe(6);
  }
});

test("punctuation changes the digest of a text and not that of its words", () => {
  expect(digest("a b.")).not.toBe(digest("a b"));
  expect(words("“A b.”")).toBe(words("a b"));
});
