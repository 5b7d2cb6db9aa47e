const UNSPACED_RUN =
  /[\p{sc=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}\p{sc=Myanmar}\p{M}]+|\p{sc=Hangul}+/gu;
/** A character with its marks. */
const SIGN = /\P{M}\p{M}*/gu;
const HAN = /\p{sc=Han}/u;
const HANGUL = /^\p{sc=Hangul}/u;
/** The segmenter looks words up in a dictionary; short runs limit its work. */
const MAX_RUN = 1_000;

let segmenter: Intl.Segmenter | undefined;

/**
 * The words of a script without spaces, and of Korean, which has them only between phrases: each word, and the pairs
 * of characters in a longer one, so that a query finds part of a compound. A document also gives its single
 * ideographs, for queries of one character.
 */
export function* segmentUnspaced(text: string, side: "document" | "query"): Generator<string> {
  let last = 0;
  for (const run of text.matchAll(UNSPACED_RUN)) {
    if (run.index > last) yield text.slice(last, run.index);
    last = run.index + run[0].length;
    for (let start = 0; start < run[0].length; start += MAX_RUN) {
      for (const segment of segments(run[0].slice(start, start + MAX_RUN))) {
        yield segment;
        yield* parts(segment, side);
      }
    }
  }
  if (last < text.length) yield text.slice(last);
}

function segments(run: string): string[] {
  if (HANGUL.test(run)) return [run];
  segmenter ??= new Intl.Segmenter("ja", { granularity: "word" });
  return Array.from(segmenter.segment(run), ({ segment }) => segment);
}

function parts(segment: string, side: "document" | "query"): string[] {
  const signs = segment.match(SIGN) ?? [];
  const pairs = signs.length > 2 ? signs.slice(1).map((sign, i) => signs[i] + sign) : [];
  return side === "query" || signs.length < 2 ? pairs : [...pairs, ...signs.filter((sign) => HAN.test(sign))];
}
