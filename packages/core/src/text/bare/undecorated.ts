const PICTURE =
  /(?![\p{N}#*])(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\ufe0f|\u20e3)+/gu;
/** A picture within a word is taken out; one that stands alone goes with the other signs. */
const PICTURE_IN_WORD = new RegExp(`(?<=[\\p{L}\\p{M}])(?:${PICTURE.source}\\u200d?)+(?=\\p{L})`, "gu");
const SIGN = String.raw`[\p{S}/\\*_#@&%|\u2022\u00b7-]`;
/** Signs that stand between words, alone or without a space. A sign beside a number may belong to it. */
const ALONE = new RegExp(String.raw`(?<!\S)${SIGN}+(?!\S)`, "gu");
const BETWEEN = new RegExp(String.raw`(?<=[\p{L}\p{M}])${SIGN}+(?=[\p{L}\p{N}])`, "gu");
/** Three or more single letters with the same kind of gap: "s e c r e t". Wider gaps end a word. */
const SPACED = /(?<![\p{L}\p{M}\p{N}])\p{L}\p{M}*(?:[ .\u00b7_*-]\p{L}\p{M}*(?![\p{L}\p{M}\p{N}])){2,}/gu;
const WORDLIKE = /[\p{L}\p{N}]/u;
/** Most texts hold neither pictures nor signs, and are done with here. */
const UNSIGNED = /^[A-Za-z0-9\s.,;:!?'"()[\]{}]*$/;

/**
 * Other readings of a text: without the signs and pictures that stand between its words, and with its spaced letters as
 * words. Only what is written is read so, not what was retracted, so that "Done + paid" is refused where "Done paid" was
 * retracted, and "Release: no 👍" is not where "Release: no 👎" was.
 */
export function undecorated(text: string): string[] {
  const joined = text.replace(SPACED, (run) => run.replace(/[ .\u00b7_*-]/gu, ""));
  return [...new Set([plain(text), joined, plain(joined)])].filter(
    (reading) => reading !== text && WORDLIKE.test(reading),
  );
}

const plain = (text: string): string =>
  UNSIGNED.test(text)
    ? text
    : text.replace(PICTURE_IN_WORD, "").replace(PICTURE, " ").replace(ALONE, " ").replace(BETWEEN, " ");
