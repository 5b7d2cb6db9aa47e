import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { chunkIdOf, contentHashOf, revisionOf, uidOf } from "./document-ids.js";

const hex = (text: string) => createHash("sha256").update(text).digest("hex");

it("names a document by its source, and one without an id by chance", () => {
  expect(uidOf("gmail", "42")).toBe(`uid_${hex("gmail:42").slice(0, 16)}`);
  expect(uidOf("gmail", "a:b")).toBe(`uid_${hex("gmail:a:b").slice(0, 16)}`);
  expect(uidOf("gmail:a", "b")).not.toBe(uidOf("gmail", "a:b"));
  expect(uidOf("gmail", undefined)).toMatch(/^uid_[0-9a-f]{16}$/);
  expect(uidOf("gmail", undefined)).not.toBe(uidOf("gmail", undefined));
});

it("names revisions and passages by their words", () => {
  expect(revisionOf("é 👍")).toBe(`rev_${hex("é 👍").slice(0, 16)}`);
  expect(chunkIdOf("art_1", 7, "words")).toBe(`art_1::chunk::007::${hex("words").slice(0, 8)}`);
  expect(chunkIdOf("art_1", 1_234, "words")).toContain("::chunk::1234::");
});

it("sees no change in line ends, the width of blanks and the encoding", () => {
  expect(contentHashOf(" a\r\nb  c\u0065\u0301 ")).toBe(contentHashOf("a\nb c\u00e9"));
  expect(contentHashOf("a\nb")).toBe(`sha256:${hex("a b")}`);
  expect(contentHashOf("ab")).not.toBe(contentHashOf("a b"));
});
