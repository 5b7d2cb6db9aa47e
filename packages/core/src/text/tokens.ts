import { createRequire } from "node:module";
import { RecentTexts } from "./recent-texts.js";

type Encoding = typeof import("gpt-tokenizer/encoding/cl100k_base");

/**
 * The encoder takes time quadratic in the length of a run without spaces (100,000 letters took 7 s), so it gets at
 * most this many characters of one at once.
 */
const WINDOW = 128;
const plainText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

let loaded: Encoding | undefined;

/** Loaded when the first text is counted, since the tables take 40 MB and 80 ms. */
function encoding(): Encoding {
  if (!loaded) {
    loaded = createRequire(import.meta.url)("gpt-tokenizer/cjs/encoding/cl100k_base") as Encoding;
    // Words are kept here, with their number of tokens alone.
    loaded.setMergeCacheSize(0);
  }
  return loaded;
}

const isBlank = (code: number) => code === 32 || (code >= 9 && code <= 13) || code === 0xa0;

function endOfWindow(text: string, start: number): number {
  const end = start + WINDOW;
  if (end >= text.length) return text.length;
  return endsInsidePair(text, end) ? end - 1 : end;
}

function endsInsidePair(text: string, end: number): boolean {
  const before = text.charCodeAt(end - 1);
  const after = text.charCodeAt(end);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}

/** How many tokens words have, or windows of long ones. A context of 60,000 tokens would evict its own words from a smaller cache. */
const words = new RecentTexts<number>({ size: 32_768, longest: WINDOW });

export function tokensOfWord(word: string): number {
  const known = words.get(word);
  if (known !== undefined) return known;
  const count = encoding().countTokens(word, plainText);
  words.set(word, count);
  return count;
}

/** A word ends before the blanks after it: tokens never cross from another character to a space. */
function endOfWord(line: string, start: number): number {
  const end = endOfWindow(line, start);
  for (let at = start + 1; at < end; at++) {
    if (line.charCodeAt(at) === 32 && !isBlank(line.charCodeAt(at - 1))) return at;
  }
  return end;
}

function countLine(line: string): number {
  let count = 0;
  for (let start = 0; start < line.length; ) {
    const end = endOfWord(line, start);
    count += tokensOfWord(line.slice(start, end));
    start = end;
  }
  return count;
}

/** How many tokens lines have that were counted before: rules, tasks and turns stand in every context of a session. */
const lines = new RecentTexts<number>({ size: 8_192, longest: 2_048 });

function tokensOfLine(line: string): number {
  const known = lines.get(line);
  if (known !== undefined) return known;
  const count = countLine(line);
  lines.set(line, count);
  return count;
}

/** Tokens never cross from a line break to a character that is not blank. */
const lineEnds = /\n(?=\S)/g;

/** The pieces in which a text is encoded; tokens never cross from one to the next where a line or a word ends. */
export function* tokenPieces(text: string): Generator<{ start: number; end: number }> {
  let line = 0;
  const lines = [...text.matchAll(lineEnds)].map(({ index }) => index + 1);
  for (const lineEnd of [...lines, text.length]) {
    for (let start = line; start < lineEnd; ) {
      const end = Math.min(endOfWord(text, start), lineEnd);
      yield { start, end };
      start = end;
    }
    line = lineEnd;
  }
}

/** The tokens of one piece: how many, and the text of the first of them. */
export function tokensOf(piece: string): { length: number; decode(count: number): string } {
  const tokens = encoding().encode(piece, plainText);
  return { length: tokens.length, decode: (count) => encoding().decode(tokens.slice(0, count)) };
}

/** Counts tokens of cl100k_base in time proportional to the text. Exact unless 128 characters have no space. */
export function countTokens(text: string): number {
  let total = 0;
  let start = 0;
  for (const { index } of text.matchAll(lineEnds)) {
    total += tokensOfLine(text.slice(start, index + 1));
    start = index + 1;
  }
  return total + tokensOfLine(text.slice(start));
}
