import { cutText } from "./cut-text.js";
import { foldCharacters } from "./fold-characters.js";
import { segmentUnspaced } from "./segment-unspaced.js";

const MAX_INPUT = 200_000;
/** In any script this stays below the 1 MB that a tsvector may have. */
const MAX_OUTPUT = 100_000;
/** PostgreSQL distinguishes word positions up to 16,383. */
const MAX_WORDS = 20_000;
const MAX_WORD = 64;

const NON_ASCII = /[^\0-\x7f]/;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}_']*|\p{RI}{2}|\p{Extended_Pictographic}/gu;
const ORDINAL = /^(\d+)(?:st|nd|rd|th)$/;
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const UNSPACED =
  /[\p{sc=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}\p{sc=Myanmar}]/u;

const EMOJI = /^[\p{Extended_Pictographic}\p{RI}]/u;
const ENDING = /(?:(?<=.)n't|'(?:s|d|m|re|ve|ll|t)?)$/i;
const IRREGULAR: Record<string, string> = {
  "can't": "can",
  "won't": "will",
  "shan't": "shall",
  "ain't": "is",
};

type Side = "document" | "query";

/**
 * The words of a text for PostgreSQL's stemmers: lower case, without accents and punctuation, scripts
 * without spaces split into words and pairs of characters, identifiers whole and in parts, emoji as words. Normalise a
 * query with `side: "query"`. Takes time in proportion to the text; the result is limited in size.
 */
export function foldForSearch(text: string, { side = "document" }: { side?: Side } = {}): string {
  const words: string[] = [];
  let length = 0;
  for (const [match] of foldCharacters(cutText(text, MAX_INPUT), MAX_INPUT).matchAll(WORD)) {
    for (const word of wordsOf(match, side)) {
      const cut = cutText(word, MAX_WORD);
      length += cut.length + 1;
      if (length > MAX_OUTPUT || words.length >= MAX_WORDS) return words.join(" ");
      words.push(cut);
    }
  }
  return words.join(" ");
}

function wordsOf(match: string, side: Side): Iterable<string> {
  if (EMOJI.test(match)) return [emojiWord(match)];
  if (match.includes("'")) return withApostrophe(match, side);
  if (match.includes("_")) return inPieces(match, side);
  if (NON_ASCII.test(match) && UNSPACED.test(match)) return segmentUnspaced(match.toLowerCase(), side);
  const lower = match.toLowerCase();
  if (match.length <= MAX_WORD && HUMP.test(match)) return [lower, ...longEnough(lower, match.split(HUMP))];
  return [ORDINAL.exec(lower)?.[1] ?? lower];
}

const emojiWord = (match: string) =>
  `emoji${[...match].map((sign) => sign.codePointAt(0)!.toString(16)).join("")}`;

const longEnough = (whole: string, parts: string[]) =>
  parts.map((part) => part.toLowerCase()).filter((part) => part.length > 1 && part !== whole);

/** Removes English endings: "isn't" → "is", "I've" → "i", "Ann's" → "ann". */
function withApostrophe(match: string, side: Side): Iterable<string> {
  const irregular = IRREGULAR[match.toLowerCase()];
  if (irregular) return [irregular];
  const stem = match.replace(ENDING, "");
  return stem.includes("'") ? inPieces(stem, side) : wordsOf(stem, side);
}

/** An identifier as a whole and in parts: "snake_case" → "snakecase snake case". */
function inPieces(match: string, side: Side): string[] {
  const parts = match.split(/[_']+/).filter(Boolean);
  const pieces = parts.flatMap((part) => [...wordsOf(part, side)]);
  if (parts.length < 2) return pieces;
  const whole = parts.join("").toLowerCase();
  return [whole, ...longEnough(whole, pieces)];
}
