import { languages } from "./languages/all.js";
import type { LanguageData } from "./languages/language.js";

export type LanguageName = LanguageData["name"];

/** What a text may hold: where a time could stand, and in which languages. */
export interface Hints {
  places: number[];
  names: LanguageName[];
}

const word = /[\p{L}\p{N}]+/gu;
const year = /^(?:19|20|21)\d\d$/;
/** Addresses and versions have more parts than a date. */
const numeric = /(?<![\d.])\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?(?!\d|\.\d)/g;
/** Quarters, halves, weeks and decades that are written with a digit and a letter. */
const numbered =
  /(?<![\p{L}\p{N}])(?:[qt][1-4]|[hs][12]|[1-4][qt]|w\d{1,2}|\d{2,4}['’]?s|\d{2,4}ern?)(?![\p{L}])/giu;
const unspaced = /[\u3040-\u30ff\u4e00-\u9fff]/;
const japanese =
  /[年月日週曜春夏秋冬期]|今ごろ|クリスマス|イースター|大みそか|おととし|さらいねん|[時分]間?前|さきおととい|しあさって|ゆうべ|きのう|きょう|あした|おととい|あさって|昨[夜晩]|今[朝晩]/gu;

const bits = new Map(languages.map(({ name }, index) => [name, 1 << index]));

/** Of each word, the languages it is a word of. */
function setOf(wordsOf: (language: LanguageData) => string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const language of languages) {
    for (const one of wordsOf(language)) found.set(one, (found.get(one) ?? 0) | bits.get(language.name)!);
  }
  return found;
}

/** Of a word in several parts, the longest says that it may be there. */
const longest = (phrase: string): string =>
  (phrase.match(word) ?? []).reduce((best, part) => (part.length > best.length ? part : best), "");
const timeWords = setOf(({ months, weekdays, seasons, weekend, units, minutes, decades, days, namedDays }) =>
  [
    ...months,
    ...weekdays,
    ...Object.values(seasons),
    weekend,
    ...Object.values(namedDays),
    ...Object.values(units),
    minutes,
    Object.keys(decades).join(" "),
    Object.keys(days).join(" "),
    "mañana morgen jahresende jahresendes",
  ]
    .flatMap((list) => list.split(" "))
    .map((phrase) => longest(phrase.replaceAll("_", " "))),
);
const markWords = setOf(({ marks }) => marks.split(" ").filter(Boolean));

/** Words that are a time only where they stand alone, as in a filter. */
const aloneWords = /^(?:now|jetzt|maintenant|ahora|min|minutes?|minuten?|minutos?)$/;

/** The cheap test before any rule: most texts name no time, and are done with here. */
export function hintsIn(text: string, alone = false): Hints | undefined {
  const marks = languages.map(() => 0);
  const byWord = languages.map(() => 0);
  let byDigits = false;
  const hinted: number[] = [];
  for (const [at, said] of (text.match(word) ?? []).entries()) {
    const token = said.toLowerCase();
    const marked = markWords.get(token);
    if (marked !== undefined) for (let i = 0; i < marks.length; i++) if (marked & (1 << i)) marks[i]! += 1;
    const time = timeWords.get(/^kw\d/.test(token) ? "kw" : token) ?? 0;
    if (year.test(token) || (alone && aloneWords.test(token))) byDigits = true;
    else if (time === 0) continue;
    for (let i = 0; i < byWord.length; i++) if (time & (1 << i)) byWord[i]! += 1;
    hinted.push(at);
  }
  const places = placesOf(text, hinted);
  for (const written of [numeric, numbered]) {
    // Making an iterator costs more than looking for the first.
    if (text.search(written) < 0) continue;
    for (const { index } of text.matchAll(written)) {
      byDigits = true;
      places.push(index);
    }
  }
  const inJapanese = unspaced.test(text);
  if (inJapanese) for (const { index } of text.matchAll(japanese)) places.push(index);
  if (places.length === 0) return undefined;
  return { places: places.sort((a, b) => a - b), names: namesOf(byWord, byDigits, marks, inJapanese) };
}

/** Where words of these numbers stand. Most texts ask for none, and to match with places costs more than all else here. */
function placesOf(text: string, numbers: number[]): number[] {
  if (numbers.length === 0) return [];
  const places = Array.from(text.matchAll(word), ({ index }) => index);
  return numbers.map((at) => places[at]!);
}

/** A word for a time says as much about the language as so many marks. */
const marksOfWord = 2;

/** Of the languages that a time was hinted in, those that the text looks most like; with no sign of any, all of them. */
function namesOf(byWord: number[], byDigits: boolean, marks: number[], inJapanese: boolean): LanguageName[] {
  const signs = languages.map(({ unspaced }, index) => {
    const words = byWord[index]!;
    return words > 0 || (byDigits && !unspaced) ? marks[index]! + marksOfWord * words : -1;
  });
  const most = Math.max(0, ...signs);
  const likely = languages.filter((_, index) => signs[index] === most);
  return [...likely.map(({ name }) => name), ...(inJapanese ? (["ja"] as const) : [])];
}
