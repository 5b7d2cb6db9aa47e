import { PGlite } from "@electric-sql/pglite";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cpuTime } from "../testing/cpu-time.js";
import { foldForSearch } from "./search-text.js";

let db: PGlite;
beforeAll(async () => {
  db = await PGlite.create();
});
afterAll(() => db.close());

test.each([
  ["lower case without punctuation", "Hello, World! (again)", "hello world again"],
  ["accents", "Café Łódź straße Ελλάς", "cafe lodz strasse ελλασ"],
  ["accents written apart", "Cafe\u0301", "cafe"],
  ["width and ligatures", "ＡＢＣ ﬁne ﾊﾝｶｸ", "abc fine ハン カク"],
  ["optional vowel points", "مُحَمَّد שָׁלוֹם", "محمد שלום"],
  ["vowels that are not optional", "हिन्दी में", "हिन्दी में"],
  ["invisible characters", "pass\u200bword so\u00adft", "password soft"],
  ["identifiers, whole and in parts", "getUserById", "getuserbyid get user by id"],
  ["acronyms", "HTTPServer", "httpserver http server"],
  ["underscores", "snake_case __init__", "snakecase snake case init"],
  ["possessives", "Ann's dogs' O’Brien's", "ann dogs obrien brien"],
  ["contractions", "don't isn't can't won't I've we're", "do is can will i we"],
  ["thousands and ordinals", "1,000 on the 7th", "1000 on the 7"],
  ["symbolic names", "C++, C# and F#", "cplusplus csharp and fsharp"],
  ["emoji", "ok 👍🏽❤️🇯🇵", "ok emoji1f44d emoji2764 emoji1f1ef1f1f5"],
  ["Korean, whole and in pairs", "학교에서", "학교에서 학교 교에 에서"],
  ["mixed scripts", "abc日本def", "abc 日本 日 本 def"],
  ["nothing to find", "!!! ('&|:*", ""],
])("normalises %s", (_, text, expected) => {
  expect(foldForSearch(text)).toBe(expected);
});

test("finds a document by part of a compound word", () => {
  const meets = (query: string, document: string) => {
    const offered = new Set(foldForSearch(document).split(" "));
    return foldForSearch(query, { side: "query" })
      .split(" ")
      .some((word) => offered.has(word));
  };
  expect(meets("日本", "日本語を勉強しています")).toBe(true);
  expect(meets("猫", "白猫がいる")).toBe(true);
  expect(meets("학교", "학교에서 공부합니다")).toBe(true);
  expect(meets("ข้าว", "ฉันชอบกินข้าวผัด")).toBe(true);
  expect(meets("京都", "東京に行く")).toBe(false);
  expect(meets("犬", "白猫がいる")).toBe(false);
});

async function lexemes(text: string): Promise<string[]> {
  const { rows } = await db.query<{ words: string[] }>(
    "select tsvector_to_array(to_tsvector('english', $1)) as words",
    [foldForSearch(text)],
  );
  return rows[0]!.words;
}

test("gives PostgreSQL words to stem and to drop, and keeps words of every script", async () => {
  expect(await lexemes("I don't think we've been running; isn't Ann's")).toEqual(["ann", "run", "think"]);
  expect(await lexemes("ข้าวผัด हिन्दी 東京 😀 שָׁלוֹם v2")).toEqual(
    expect.arrayContaining(["ข้าว", "ผัด", "हिन्दी", "東京", "emoji1f600", "שלום", "v2"]),
  );
});

const words = (count: number, word: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => word(i)).join(" ");
test.each([
  ["200,000 distinct words", words(200_000, (i) => `w${i}`)],
  [
    "distinct ideographs",
    words(20_000, (i) => String.fromCodePoint(0x4e00 + i) + String.fromCodePoint(0x5e00 + i)),
  ],
  ["one endless word", "a".repeat(1_000_000)],
  ["distinct long words", words(20_000, (i) => `${i}x`.repeat(30))],
  ["apostrophes", "a'".repeat(100_000)],
  ["underscores", "a_".repeat(100_000)],
  ["humps", "aB".repeat(100_000)],
  ["64 KB of (", "(".repeat(65_536)],
  ["expanding ligatures", "\ufdfa".repeat(65_536)],
  ["marks of several classes on one letter", `a${"\u0301\u0323".repeat(100_000)}`],
  ["Japanese without a break", "日本語を勉強しています".repeat(20_000)],
  ["Thai without a break", "ฉันชอบกินข้าวผัด".repeat(20_000)],
  ["emoji", "😀".repeat(100_000)],
  ["digits and commas", "1,".repeat(100_000)],
])("gives a small text that PostgreSQL can index, in little time, for %s", async (_, text) => {
  expect(await cpuTime(() => foldForSearch(text))).toBeLessThan(1_000);
  const folded = foldForSearch(text);
  expect(folded.length).toBeLessThanOrEqual(100_000);
  for (const word of folded.split(" ")) if (word.length > 64) throw new Error(`a word of ${word.length}`);
  await db.query("select length(to_tsvector('english', $1))", [folded]);
});

test("accepts any string, and returns only words between single spaces", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      const folded = foldForSearch(text, { side: "query" });
      expect(folded).not.toMatch(/ {2}|^ | $/);
      expect(folded).not.toMatch(/[^\p{L}\p{N}\p{M} ]/u);
    }),
  );
  expect(() => foldForSearch("\ud800x \udc00")).not.toThrow();
});
