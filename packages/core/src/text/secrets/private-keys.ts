import type { Scanner } from "./span.js";

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const END = "-----END ";
const MAX_BLOCK = 20_000;
/** A header alone, as in code that reads keys, is not a key. */
const FEWEST = 12;
const KEY_TEXT = /[A-Za-z0-9+/=\s\\:,.-]*/y;

/** Whole private keys in PEM form; if the end is missing, as far as the characters of a key go. */
export const privateKeys: Scanner = function* (text) {
  const finder = new RegExp(BEGIN);
  let nextEnd = -1;
  for (let match = finder.exec(text); match !== null; match = finder.exec(text)) {
    const from = finder.lastIndex;
    // Searched once, so that many headers without an end do not search the rest of the text each time.
    if (nextEnd < from) nextEnd = indexOrEnd(text, from);
    const closed = nextEnd - from <= MAX_BLOCK && nextEnd < text.length;
    const end = closed ? endOfLine(text, nextEnd + END.length) : endOfKeyText(text, from);
    if (end - from < FEWEST) continue;
    yield { start: match.index, end, type: "private_key" };
    finder.lastIndex = end;
  }
};

function indexOrEnd(text: string, from: number): number {
  const found = text.indexOf(END, from);
  return found < 0 ? text.length : found;
}

function endOfKeyText(text: string, from: number): number {
  KEY_TEXT.lastIndex = from;
  KEY_TEXT.exec(text);
  return from + text.slice(from, KEY_TEXT.lastIndex).trimEnd().length;
}

function endOfLine(text: string, from: number): number {
  const label = text.slice(from, from + 60);
  const close = label.indexOf("-----");
  return close < 0 ? from : from + close + 5;
}
