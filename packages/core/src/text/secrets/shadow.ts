import { lookAlikes } from "../look-alikes.js";

const NON_ASCII = /[^\0-\x7f]/;
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
/** Marks that stand on the letter before them. */
const MARK = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/;
/** An invisible copy of ASCII, which models read. */
const [TAGS, LAST_TAG] = [0xe0000, 0xe007e];
const DASH = /\p{Pd}|\u2212/u;
const DIGIT = /\p{Nd}/u;
/** In other scripts words stand side by side without a blank between them. */
const SPACED = /[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+/gu;

/** A text as a reader sees it, and the place of each of its characters in the original. */
export interface Shadow {
  text: string;
  /** The range of the original for the range `start..end` of the shadow. */
  original(start: number, end: number): [start: number, end: number];
}

/**
 * Removes invisible characters and turns full-width forms, look-alike letters, dashes and digits of other scripts into
 * ASCII, so that they hide nothing. With `unmarked`, also marks that stand on a letter.
 */
export function shadowOf(text: string, { unmarked = false } = {}): Shadow {
  if (!NON_ASCII.test(text)) return { text, original: (start, end) => [start, end] };
  const parts: string[] = [];
  const origins: number[] = [];
  const plainForms = new Map<string, string>();
  let at = 0;
  for (const sign of text) {
    let plain = sign < "\x80" ? sign : plainForms.get(sign);
    if (plain === undefined) {
      plain = unmarked && MARK.test(sign) ? "" : plainForm(sign);
      plainForms.set(sign, plain);
    }
    parts.push(plain);
    for (let i = 0; i < plain.length; i++) origins.push(at);
    at += sign.length;
  }
  return {
    // Each look-alike is replaced by one letter, so the places stay.
    text: parts.join("").replace(SPACED, lookAlikes),
    original: (start, end) => [origins[start] ?? text.length, endOfSign(text, origins[end - 1] ?? 0)],
  };
}

/** The text without marks that stand on letters, if it has any apart from their letters. */
export const unmarkedShadowOf = (text: string): Shadow | undefined =>
  MARK.test(text) ? shadowOf(text, { unmarked: true }) : undefined;

/** Accepts only short ASCII forms: secrets consist of them, and the shadow stays small. */
function plainForm(sign: string): string {
  const code = sign.codePointAt(0)!;
  if (code >= TAGS + 0x20 && code <= LAST_TAG) return String.fromCharCode(code - TAGS);
  if (INVISIBLE.test(sign)) return "";
  const folded = sign.normalize("NFKC");
  if (folded.length <= 3 && !NON_ASCII.test(folded)) return folded;
  if (DASH.test(sign)) return "-";
  if (sign === "\u3002") return ".";
  return DIGIT.test(sign) ? String(valueOfDigit(code)) : sign;
}

/** Unicode keeps the ten digits of a script together, in order. */
function valueOfDigit(code: number): number {
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(code - value - 1))) value++;
  return value;
}

const endOfSign = (text: string, start: number) => start + (text.codePointAt(start)! > 0xffff ? 2 : 1);
