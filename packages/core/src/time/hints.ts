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
const unspaced = /[\u3040-\u30ff\u4e00-\u9fff]/;
const japanese = /[年月日週曜春夏秋冬]|きのう|きょう|あした|おととい|あさって|昨[夜晩]|今[朝晩]/gu;

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
const timeWords = setOf(({ months, weekdays, seasons, weekend, units, days }) =>
  [
    ...months,
    ...weekdays,
    ...Object.values(seasons),
    weekend,
    ...Object.values(units),
    Object.keys(days).join(" "),
    "mañana morgen",
  ]
    .flatMap((list) => list.split(" "))
    .map((phrase) => longest(phrase.replaceAll("_", " "))),
);
const markWords = setOf(({ marks }) => marks.split(" ").filter(Boolean));

/** Words that are a time only where they stand alone, as in a filter. */
const aloneWords = /^(?:now|jetzt|maintenant|ahora|min|minutes?|minuten?|minutos?)$/;

/** The cheap test before any rule: most texts name no time, and are done with here. */
export function hintsIn(text: string, alone = false): Hints | undefined {
  const places: number[] = [];
  const marks = languages.map(() => 0);
  let hinted = 0;
  for (const match of text.matchAll(word)) {
    const token = match[0].toLowerCase();
    const marked = markWords.get(token);
    if (marked !== undefined) for (let i = 0; i < marks.length; i++) if (marked & (1 << i)) marks[i]! += 1;
    const time =
      timeWords.get(token) ?? (year.test(token) || (alone && aloneWords.test(token)) ? allSpaced : 0);
    if (time === 0) continue;
    hinted |= time;
    places.push(match.index);
  }
  for (const { index } of text.matchAll(numeric)) {
    hinted |= allSpaced;
    places.push(index);
  }
  const inJapanese = unspaced.test(text);
  if (inJapanese) for (const { index } of text.matchAll(japanese)) places.push(index);
  if (places.length === 0) return undefined;
  return { places: places.sort((a, b) => a - b), names: namesOf(hinted, marks, inJapanese) };
}

const allSpaced = languages.reduce((all, { unspaced }, index) => (unspaced ? all : all | (1 << index)), 0);

/** Of the languages that a time was hinted in, those that the text looks most like; with no sign of any, all of them. */
function namesOf(hinted: number, marks: number[], inJapanese: boolean): LanguageName[] {
  const possible = languages.filter((_, index) => hinted & (1 << index));
  const most = Math.max(
    0,
    ...possible.map(({ name }) => marks[languages.findIndex((l) => l.name === name)]!),
  );
  const likely = possible.filter(({ name }) => marks[languages.findIndex((l) => l.name === name)]! === most);
  return [...likely.map(({ name }) => name), ...(inJapanese ? (["ja"] as const) : [])];
}
