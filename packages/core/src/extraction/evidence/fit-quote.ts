import type { Span } from "../layout/sentences.js";

export const maxQuoteWords = 25;
export const maxQuoteChars = 300;

/** The number of words of a quote, split at blanks. */
export const wordCount = (quote: string): number => quote.split(/\s+/).filter(Boolean).length;

/**
 * The part of a stretch of text that fits into a quote: all of it, or as much from the clause on in which its verb
 * stands. Always whole words.
 */
export function fitQuote(text: string, { start, end }: Span, verbAt: number): Span {
  const words = [...text.slice(start, end).matchAll(/\S+/g)].map(({ index, 0: word }) => ({
    start: start + index,
    end: start + index + word.length,
  }));
  if (words.length === 0) return { start, end: start };
  const fits = (from: number, to: number) =>
    to - from < maxQuoteWords && words[to]!.end - words[from]!.start <= maxQuoteChars;
  let from = 0;
  if (!fits(0, words.length - 1)) {
    const verb = Math.max(
      0,
      words.findLastIndex((word) => word.start <= verbAt),
    );
    const isClauseStart = (i: number) =>
      i === 0 || /[,;:–—]$/.test(text.slice(words[i - 1]!.start, words[i - 1]!.end));
    from = verb;
    while (from > 0 && verb - from < 15 && !isClauseStart(from)) from--;
  }
  let to = from;
  while (to + 1 < words.length && fits(from, to + 1)) to++;
  const last = Math.min(words[to]!.end, words[from]!.start + maxQuoteChars);
  const cut = isHighSurrogate(text, last - 1) && last < end ? last - 1 : last;
  const trimmed = text.slice(words[from]!.start, cut).replace(/[,;]+$/, "");
  return { start: words[from]!.start, end: words[from]!.start + trimmed.length };
}

const isHighSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800;
