import type { PassageSizes } from "../../services.js";
import { tokenOffsets } from "./token-offsets.js";

const usual: PassageSizes = { wholeTokens: 1_200, windowTokens: 900, overlapTokens: 100 };
/** An end moves back by at most so many tokens, or a ninth of the window, to the end of a sentence. */
const mostSearched = 100;

/** A part of a text: from `start` up to `end`, in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}

export interface Split {
  tokens: number;
  /** One for a text that is kept whole. */
  spans: Span[];
}

/** Splits a text into windows that overlap, cut at the ends of sentences where one is near. */
export async function splitText(text: string, sizes: PassageSizes = usual): Promise<Split> {
  const { wholeTokens, windowTokens, overlapTokens } = sizes;
  const searchedTokens = Math.min(mostSearched, Math.floor(windowTokens / 9));
  const offsets = await tokenOffsets(text);
  const { total } = offsets;
  if (total <= wholeTokens) return { tokens: total, spans: [{ start: 0, end: text.length }] };
  const spans: Span[] = [];
  for (let first = 0; ; ) {
    const start = offsets.offsetOf(first);
    const last = first + windowTokens;
    if (last >= total) {
      spans.push({ start, end: text.length });
      return { tokens: total, spans };
    }
    const latest = offsets.offsetOf(last);
    const end = sentenceEnd(text, offsets.offsetOf(last - searchedTokens), latest) ?? latest;
    spans.push({ start, end });
    // A window that ends where it begins would never end: a character of more tokens than the overlap.
    const next = offsets.tokensBefore(end) - overlapTokens;
    first = next > first ? next : last;
  }
}

const ends = /[.!?…]["'”’)\]]*(?=\s)|[。！？؟]|\n/gu;

/** The last end of a sentence after `from` and not after `to`. */
function sentenceEnd(text: string, from: number, to: number): number | undefined {
  let found: number | undefined;
  // One unit more, to see the blank after the last mark.
  for (const match of text.slice(from, to + 1).matchAll(ends)) {
    const at = from + match.index + match[0].length;
    if (at > from && at <= to) found = at;
  }
  return found;
}
