import { unzipSync } from "node:zlib";
import { matchesIn } from "../../secrets/matches-in.js";
import { type Shadow, shadowOf } from "../../secrets/shadow.js";
import { type Substitute, substituted } from "./substituted.js";

/** An equals sign may stand before it, as in `mail=YW5u…`. */
const BASE64 = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{8,}={0,2}/g;
const HEX = /(?<![A-Za-z0-9])(?:0x)?(?:[0-9a-fA-F]{2}){6,}(?![A-Za-z0-9])/g;
const SPACED_HEX =
  /(?<![A-Za-z0-9])(?:(?:0x)?[0-9a-fA-F]{2}[ ,:]{1,2}){6,}(?:0x)?[0-9a-fA-F]{2}(?![A-Za-z0-9])/g;
const BINARY =
  /(?<![0-9A-Za-z])(?:0b)?(?:(?:[01]{8}){6,}|[01]{7,8}(,? |,|\s)(?:0b)?[01]{7,8}(?:\1(?:0b)?[01]{7,8}){4,})/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they tell bytes from text.
const UNPRINTABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd]/;
const FEWEST = 6;
/** Letters with a blank or a hyphen between each two, spelled out one by one. */
const SPELLED = /(?<![^\s:"'(])(?:[!-~]([ -]))(?:[!-~]\1){8,}[!-~](?!\S)/g;
/** A word, a path or a name with hyphens: what is encoded mixes digits and both cases. */
const ORDINARY = /^[A-Z]?[a-z/_+-]*$/;

/** A text may be packed so well that it would fill the memory: so many words are unpacked, to so many bytes together. */
const MOST_PACKED = 16;
const MOST_UNPACKED = 16_384;

/**
 * The text with words in base64 and hexadecimal, packed or not, in binary digits, and words spelled letter by letter, read
 * as the text that they stand for, if it holds any.
 */
export function encodedWordsRead(base: Shadow): Shadow | undefined {
  const unpack = unpacker(Math.max(MOST_UNPACKED, base.text.length));
  const words = [
    ...wordsOf(base.text, HEX, bytesOfHex),
    ...wordsOf(base.text, SPACED_HEX, bytesOfHex),
    ...wordsOf(base.text, BINARY, bytesOfBinary),
    ...wordsOf(base.text, BASE64, (word) => unpack(Buffer.from(word, "base64"))),
    ...spelledOut(base.text),
  ].sort((a, b) => a.start - b.start);
  const apart: Substitute[] = [];
  for (const word of words) if (word.start >= (apart.at(-1)?.end ?? 0)) apart.push(word);
  return apart.length > 0 ? substituted(base, apart) : undefined;
}

const bytesOfHex = (word: string) => Buffer.from(word.replace(/0x|[ ,:]/g, ""), "hex");

const bytesOfBinary = (word: string) => {
  const bits = word.replaceAll("0b", "");
  const signs = /[\s,]/.test(bits) ? bits.split(/[\s,]+/) : (bits.match(/.{8}/g) ?? []);
  return Buffer.from(signs.map((sign) => Number.parseInt(sign, 2)));
};

/** Unpacks gzip and zlib up to so many bytes in all; anything else stays as it is. */
function unpacker(most: number): (bytes: Buffer) => Buffer {
  let left = most;
  let words = 0;
  return (bytes) => {
    if (!isPacked(bytes) || left <= 0 || ++words > MOST_PACKED) return bytes;
    try {
      const unpacked = unzipSync(bytes, { maxOutputLength: left });
      left -= unpacked.length;
      return unpacked;
    } catch {
      // It only looked packed, or it is longer than what may be read.
      return bytes;
    }
  };
}

const isPacked = ([first = 0, second = 0]: Buffer) =>
  (first === 0x1f && second === 0x8b) || (first === 0x78 && (256 * first + second) % 31 === 0);

const spelledOut = (text: string): Substitute[] =>
  Array.from(matchesIn(text, SPELLED), ({ index, 0: run }) => ({
    start: index,
    end: index + run.length,
    text: run.replace(/(.)./gs, "$1"),
  }));

/** What is no readable text, such as a digest, stays as it is. */
function wordsOf(text: string, pattern: RegExp, bytesOf: (word: string) => Buffer): Substitute[] {
  const words: Substitute[] = [];
  for (const { index, 0: word } of matchesIn(text, pattern)) {
    if (ORDINARY.test(word)) continue;
    const read = bytesOf(word).toString("utf8");
    if (read.length >= FEWEST && !UNPRINTABLE.test(read)) {
      words.push({ start: index, end: index + word.length, text: shadowOf(read).text });
    }
  }
  return words;
}
