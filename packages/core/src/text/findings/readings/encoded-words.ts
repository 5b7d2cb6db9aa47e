import { type Shadow, shadowOf } from "../../secrets/shadow.js";
import { type Substitute, substituted } from "./substituted.js";

const BASE64 = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{8,}={0,2}/g;
const HEX = /(?<![A-Za-z0-9])(?:0x)?(?:[0-9a-fA-F]{2}){6,}(?![A-Za-z0-9])/g;
const SPACED_HEX =
  /(?<![A-Za-z0-9])(?:(?:0x)?[0-9a-fA-F]{2}[ ,:]{1,2}){6,}(?:0x)?[0-9a-fA-F]{2}(?![A-Za-z0-9])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they tell bytes from text.
const UNPRINTABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd]/;
const FEWEST = 6;
/** A word, a path or a name with hyphens: what is encoded mixes digits and both cases. */
const ORDINARY = /^[A-Z]?[a-z/_+-]*$/;

/** The text with words in base64 and hexadecimal read as the text that they stand for, if it holds any. */
export function encodedWordsRead(base: Shadow): Shadow | undefined {
  const words = [
    ...wordsOf(base.text, HEX, bytesOfHex),
    ...wordsOf(base.text, SPACED_HEX, bytesOfHex),
    ...wordsOf(base.text, BASE64, (word) => Buffer.from(word, "base64")),
  ].sort((a, b) => a.start - b.start);
  const apart: Substitute[] = [];
  for (const word of words) if (word.start >= (apart.at(-1)?.end ?? 0)) apart.push(word);
  return apart.length > 0 ? substituted(base, apart) : undefined;
}

const bytesOfHex = (word: string) => Buffer.from(word.replace(/0x|[ ,:]/g, ""), "hex");

/** What is no readable text, such as a digest, stays as it is. */
function wordsOf(text: string, pattern: RegExp, bytesOf: (word: string) => Buffer): Substitute[] {
  const words: Substitute[] = [];
  for (const { index, 0: word } of text.matchAll(pattern)) {
    if (ORDINARY.test(word)) continue;
    const read = bytesOf(word).toString("utf8");
    if (read.length >= FEWEST && !UNPRINTABLE.test(read)) {
      words.push({ start: index, end: index + word.length, text: shadowOf(read).text });
    }
  }
  return words;
}
