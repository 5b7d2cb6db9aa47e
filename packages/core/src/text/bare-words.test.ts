import { expect, test } from "vitest";
import { cpuTime } from "../testing/cpu-time.js";
import { bareWords } from "./bare-words.js";

test.each([
  ["a full stop", "Invoices go to Berlin.", "Invoices go to Berlin"],
  ["case", "INVOICES go to berlin", "Invoices go to Berlin"],
  ["quotation marks around it", "“Invoices go to Berlin.”", '"Invoices go to Berlin"'],
  ["quotation marks within", "He said 'no' to «it»", "He said no to it"],
  ["commas", "First, invoices; then, tea!", "First invoices then tea"],
  ["a comma without a blank", "Berlin,Paris", "Berlin, Paris"],
  ["a colon without a blank", "key:value", "key: value"],
  ["brackets", "It is (very) late", "It is very late"],
  ["dashes", "Berlin — not Paris", "Berlin - not Paris"],
  ["a dash without blanks", "Berlin—not Paris", "Berlin -- not Paris"],
  ["an ellipsis", "Wait… what", "Wait... what?"],
  ["Spanish marks", "¿Dónde está?", "dónde está"],
  ["an apostrophe's shape", "I don’t know", "I don't know"],
  ["the shape of a hyphen", "a well‑known fact", "a well-known fact"],
  ["a range's dash", "pages 3–5", "pages 3-5"],
  ["width", "ＡＢＣ！", "abc"],
  ["composition", "café", "cafe\u0301."],
  ["invisible characters", "pass\u200bword", "password"],
  ["a final sigma", "ΟΔΟΣ ΣΟΦΟΣ", "οδος, σοφος"],
  ["Japanese punctuation", "私は東京、大阪に住む。", "私は東京大阪に住む"],
  ["Japanese brackets", "彼は「はい」と言った", "彼ははいと言った。"],
  ["Chinese punctuation", "他不去北京，他去上海。", "他不去北京 他去上海"],
  ["Arabic punctuation", "أين أنت؟", "أين أنت"],
  ["Hindi punctuation", "वह जाता है।", "वह जाता है"],
  ["blanks in Thai", "เขาไม่ ไป", "เขาไม่ไป"],
])("are the same in spite of %s", (_, one, other) => {
  expect(bareWords(one)).toBe(bareWords(other));
});

test.each([
  ["3.5", "35"],
  ["3.5", "3 5"],
  ["3,5", "35"],
  ["-5", "5"],
  ["−5", "5"],
  ["(-5)", "5"],
  ["+5", "5"],
  [".5", "5"],
  ["50%", "50"],
  ["$5", "5"],
  ["10:30", "1030"],
  ["3 - 5", "3 5"],
  ["2:1", "21"],
  ["1/2", "12"],
  ["C++", "C"],
  ["C#", "C"],
  ["C++", "C#"],
  ["F#", "F"],
  [".NET", "NET"],
  ["A+", "A-"],
  ["A-", "A"],
  ["x != y", "x = y"],
  ["x!=y", "x=y"],
  ["!ready", "ready"],
  ["use --force", "use force"],
  ["it's", "its"],
  ["we're", "were"],
  ["can't", "cant"],
  ["he did not go", "he did go"],
  ["他不去", "他去"],
  ["3、5", "35"],
  ["a b", "ab"],
  ["re-sign", "resign"],
  ["@ann", "ann"],
  ["R&D", "RD"],
  ["😀", "😢"],
  ["yes 😀", "yes"],
  ["?", "!"],
  ["...", "?!"],
  ["-", "--"],
])("are not the same: %s and %s", (one, other) => {
  expect(bareWords(one)).not.toBe(bareWords(other));
});

test("are found in time that grows with the length alone, whatever the text", async () => {
  for (const unit of ["!", ".", "-", "'", '"', "a,", "。", " - ", "(", "a--", "\u0301", "5:", "字、"]) {
    const text = unit.repeat(100_000 / unit.length);
    expect(await cpuTime(() => bareWords(text)), JSON.stringify(unit)).toBeLessThan(1_000);
  }
});
