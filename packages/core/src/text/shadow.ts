const NON_ASCII = /[^\0-\x7f]/;
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** A text as a reader sees it, and where each of its characters stands in the original. */
export interface Shadow {
  text: string;
  /** The stretch of the original that stretch `start..end` of the shadow stands for. */
  original(start: number, end: number): [start: number, end: number];
}

/**
 * Takes invisible characters out and full-width and other look-alike forms back to ASCII, so that neither
 * hides a secret from the patterns.
 */
export function shadowOf(text: string): Shadow {
  if (!NON_ASCII.test(text)) return { text, original: (start, end) => [start, end] };
  const parts: string[] = [];
  const origins: number[] = [];
  let at = 0;
  for (const sign of text) {
    const plain = sign < "\x80" ? sign : plainForm(sign);
    parts.push(plain);
    for (let i = 0; i < plain.length; i++) origins.push(at);
    at += sign.length;
  }
  return {
    text: parts.join(""),
    original: (start, end) => [origins[start] ?? text.length, endOfSign(text, origins[end - 1] ?? 0)],
  };
}

/** Only short expansions to ASCII are taken: they are what a secret is made of, and the shadow stays small. */
function plainForm(sign: string): string {
  if (INVISIBLE.test(sign)) return "";
  const folded = sign.normalize("NFKC");
  return folded.length <= 3 && !NON_ASCII.test(folded) ? folded : sign;
}

const endOfSign = (text: string, start: number) => start + (text.codePointAt(start)! > 0xffff ? 2 : 1);
