import fc from "fast-check";
import { encode } from "gpt-tokenizer/encoding/cl100k_base";
import { expect, test } from "vitest";
import { cpuTime } from "../testing/cpu-time.js";
import { countTokens } from "./tokens.js";

const english =
  "On 3 June 2021 Teresa took the night train; she'd said it's cheaper. \n\n  - Item one\n  - Item two (see node.js v20.19)\n".repeat(
    40,
  );

test("counts ordinary text exactly as the encoding does", () => {
  for (const text of [
    "",
    "hello world",
    english,
    "日本語を勉強しています。".repeat(20),
    "x = {a: [1, 2]};\n\tif (y) {\n\t}",
  ]) {
    expect(countTokens(text)).toBe(encode(text).length);
  }
});

test("counts texts of many lines exactly, the first time and again", () => {
  const piece = fc.constantFrom(
    "a",
    "the",
    " ",
    "  ",
    "\n",
    "\r\n",
    "\t",
    ".",
    "- ",
    "7",
    "\u00a0",
    "\u2028",
    "日",
    "😀",
    "'s",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join("");
      for (const _ of [1, 2]) expect(countTokens(text)).toBe(encode(text).length);
    }),
    { numRuns: 3_000 },
  );
});

test("counts the names of special tokens as plain text", () => {
  expect(countTokens("<|endoftext|>")).toBeGreaterThan(3);
  expect(countTokens("say <|im_start|> please")).toBeGreaterThan(5);
});

test.each([
  ["one letter", "a".repeat(1_000_000)],
  ["blanks", " ".repeat(500_000)],
  ["newlines", "\n".repeat(500_000)],
  ["brackets", "(".repeat(500_000)],
  ["marks on one letter", `a${"\u0301".repeat(200_000)}`],
  ["unbroken Japanese", "日本語を勉強しています".repeat(10_000)],
  ["emoji", "😀".repeat(50_000)],
])("takes time in proportion to the length of a long run of %s", async (_, text) => {
  expect(countTokens(text)).toBeGreaterThan(text.length / 200);
  expect(await cpuTime(() => countTokens(text))).toBeLessThan(3_000);
});
