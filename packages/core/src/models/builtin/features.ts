import { stem } from "./stem.js";

const MAX_CHARS = 50_000;
const MAX_WORD = 24;
const WORD_WEIGHT = 1;
const GRAM_WEIGHT = 0.5;

const NON_ASCII = /[^\0-\x7f]/;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*|\p{Extended_Pictographic}/gu;
const OPTIONAL_MARKS = /([\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])\p{M}+/gu;
/** Normalising sorts the marks on one letter in quadratic time; no language uses this many. */
const EXCESS_MARKS = /(\p{M}{30})\p{M}+/gu;
const UNSPACED =
  /[\p{sc=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}\p{sc=Myanmar}]/u;
const ENDINGS = /n't\b|'(?:s|d|m|re|ve|ll)\b/g;

const STOP_WORDS = new Set(
  `a about above after again all also am an and any are as at be because been before being between both but by
  can could did do does doing down during each few for from further get go going got had has have having he her
  here hers him himself his how i if in into is it its itself just let me more most my myself no nor not now of
  off on once only or other our out over own same she should so some such than that the their them then there
  these they this those through to too under until up us very was we were what when where which while who whom
  why will with would you your yours yourself hey hi hello like oh really thanks thing things wow yeah yes`.split(
    /\s+/,
  ),
);

/** Called for each occurrence of a feature; the code is 32 bits of hash. */
export type FeatureSink = (code: number, weight: number) => void;

/**
 * The hashed features of a text: stemmed words, and the character n-grams inside them, which survive a typo or
 * another ending. Scripts without spaces give single characters, pairs and triples.
 */
export function forEachFeature(text: string, sink: FeatureSink): void {
  const words = wordsOf(text);
  const content = words.filter((word) => !STOP_WORDS.has(word));
  for (const word of content.length > 0 ? content : words) {
    if (UNSPACED.test(word)) unspacedFeatures(word, sink);
    else spacedFeatures(word.slice(0, MAX_WORD), sink);
  }
}

function wordsOf(text: string): string[] {
  const cut = text.slice(0, MAX_CHARS);
  const folded = (NON_ASCII.test(cut) ? foldMarks(cut) : cut).toLowerCase();
  return folded.replace(ENDINGS, "").match(WORD) ?? [];
}

const foldMarks = (text: string): string =>
  text
    .replace(EXCESS_MARKS, "$1")
    .normalize("NFKD")
    .slice(0, MAX_CHARS)
    .replace(OPTIONAL_MARKS, "$1")
    .normalize("NFC")
    .replace(/\p{Cf}/gu, "")
    .replace(/[\u2018\u2019\u02bc]/g, "'");

/** The features of words that come again, that of the whole word first. Counting their uses would cost as much as a word. */
const known = new Map<string, Uint32Array>();
const mostKnown = 16_384;

function spacedFeatures(word: string, sink: FeatureSink): void {
  let codes = known.get(word);
  if (codes === undefined) {
    codes = Uint32Array.from(codesOf(stem(word)));
    if (known.size >= mostKnown) known.clear();
    known.set(word, codes);
  }
  sink(codes[0]!, WORD_WEIGHT);
  for (let i = 1; i < codes.length; i++) sink(codes[i]!, GRAM_WEIGHT);
}

function codesOf(word: string): number[] {
  const codes = [hash(word, 0, word.length, 1)];
  const marked = `^${word}$`;
  for (let size = 3; size <= 5; size++) {
    for (let start = 0; start + size <= marked.length; start++) {
      codes.push(hash(marked, start, start + size, 2));
    }
  }
  return codes;
}

function unspacedFeatures(run: string, sink: FeatureSink): void {
  for (let size = 1; size <= 3; size++) {
    const weight = size === 2 ? WORD_WEIGHT : GRAM_WEIGHT;
    for (let start = 0; start + size <= run.length; start++) sink(hash(run, start, start + size, 3), weight);
  }
}

/** FNV-1a over the UTF-16 units, finished as in murmur3, which spreads the low bits. */
function hash(text: string, start: number, end: number, seed: number): number {
  let code = 0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1);
  for (let i = start; i < end; i++) code = Math.imul(code ^ text.charCodeAt(i), 0x01000193);
  code = Math.imul(code ^ (code >>> 16), 0x85ebca6b);
  code = Math.imul(code ^ (code >>> 13), 0xc2b2ae35);
  return (code ^ (code >>> 16)) >>> 0;
}
