import { detailOf, unspacedDetails } from "./details.js";
import { areOpposed } from "./opposed.js";
import { romanNumeral } from "./roman-numeral.js";

const apostrophes = /['\u2018\u2019\u02bc]/g;
/** Numbers with their signs, points and groups, and what is written onto them; or words. */
const parts = /(?<![\p{L}\p{N}])[-+\u2212]?\p{Nd}[\p{L}\p{Nd}.,:/%-]*|\p{L}[\p{L}\p{M}\p{Nd}]*|\p{Nd}+/gu;

/**
 * Whether two texts differ in a number, a date or a negation. Vectors hardly tell "at 9" from "at 10" or "is" from "is
 * not", so such texts never count as one, however near they are. In doubt, they differ.
 */
export function differInDetail(one: string, other: string): boolean {
  const [a, b] = [detailsOf(one), detailsOf(other)];
  return a.length !== b.length || a.some((detail, at) => detail !== b[at]) || areOpposed(one, other);
}

/** The numbers, dates and negations of a text, in their order: "2 cats, 3 dogs" is not "3 cats, 2 dogs". */
function detailsOf(text: string): string[] {
  const plain = text.normalize("NFKC");
  const words =
    plain
      .replace(/n['\u2018\u2019\u02bc]t\b/giu, " not")
      .replace(apostrophes, "")
      .match(parts) ?? [];
  const found = words.flatMap((cased) => {
    const word = cased.toLowerCase();
    if (/\p{Nd}/u.test(word)) return [numeral(word)];
    const detail = detailOf.get(word) ?? romanNumeral(cased);
    return detail === undefined ? [] : [detail];
  });
  return [...found, ...(plain.match(unspacedDetails) ?? [])];
}

/** A number as it is compared: without grouping and without what only ends a sentence or an ordinal. */
function numeral(word: string): string {
  return word
    .replace(/\p{Nd}/gu, digit)
    .replace("\u2212", "-")
    .replace(/[.,:/-]+$/u, "")
    .replace(/(?<=\d)(?:st|nd|rd|th)$/u, "")
    .replace(/(?<=\d),(?=\d{3}(?:\D|$))/gu, "")
    .replace(/^\+/, "");
}

/** A decimal digit of any script; their blocks begin at zero and hold ten. */
function digit(character: string): string {
  const code = character.codePointAt(0)!;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code < 128 ? character : String((code - zero) % 10);
}
