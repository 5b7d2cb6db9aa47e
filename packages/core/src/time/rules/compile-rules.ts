import type { NamedDays } from "../calendar/named-days.js";
import type { Composition, LanguageData, Quantity, Rule } from "../languages/language.js";
import type { Unit } from "../span.js";
import { neededLists, wordFinder } from "./needed-words.js";
import type { Part } from "./part-of.js";

/** A rule of a language, ready to be looked for. */
export interface CompiledRule extends Omit<Rule, "pattern">, Expression {}

/** What is compiled when a text holds all the words that a match needs. */
interface Expression {
  needs: readonly string[];
  expression(): RegExp;
}

/** Words beside a time that make another one of it, ready to be looked for in the text before it or, after, behind it. */
export interface CompiledComposition extends Omit<Composition, "pattern">, Expression {}

/** What the words of a language stand for. */
export interface Vocabulary {
  rules: CompiledRule[];
  compositions: CompiledComposition[];
  /** Whether a text holds a word of a list. */
  wordsIn: (text: string) => (list: string) => boolean;
  days: Map<string, number>;
  months: Map<string, number>;
  weekdays: Map<string, number>;
  /** By the month in which the season begins, from 0. */
  seasons: Map<string, number>;
  namedDays: Map<string, NamedDays>;
  units: Map<string, { unit: Unit; times: number }>;
  shifts: Map<string, number>;
  parts: Map<string, Part>;
  numbers: Map<string, Quantity>;
  /** By the first year of the decade. */
  decades: Map<string, number>;
  ordinals: Map<string, number>;
  /** Words beside an expression that open it to one side. */
  since: RegExp | undefined;
  until: RegExp | undefined;
  after: RegExp | undefined;
  /** What stands before the first of two times that are the ends of one, and between them. */
  ends: { before: RegExp | undefined; between: RegExp; to: RegExp; closing: RegExp | undefined };
  isUnspaced: boolean;
}

const wordsOf = (list: string): string[] => list.split(" ").filter(Boolean).map(spaced);
const spaced = (word: string) => word.replaceAll("_", " ");
const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" ", "\\s+");
/** Longer words come first, so that a word is not taken for a shorter one that it begins with. */
const anyOf = (words: Iterable<string>) =>
  [...words]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join("|");

const indexed = (lists: readonly string[]) =>
  new Map(lists.flatMap((list, index) => wordsOf(list).map((word) => [word, index] as const)));
const keyed = <T>(lists: [list: string, value: T][]) =>
  new Map(lists.flatMap(([list, value]) => wordsOf(list).map((word) => [word, value] as const)));
const counted = <T>(numbers: Record<string, T>) =>
  new Map(Object.entries(numbers).map(([word, n]) => [spaced(word), n] as const));

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const year = "(?:19|20|21)\\d{2}";
/** Where it is called a year, any number of four digits is one. */
const calledYear = "[1-9]\\d{3}";
/** Of how many of the plain units each unit consists. */
const multiples: Partial<Record<keyof LanguageData["units"], [Unit, number]>> = {
  fortnight: ["week", 2],
  decade: ["year", 10],
};

export function compileRules(language: LanguageData): Vocabulary {
  const { seasons, units, shifts, parts, opening, ends } = language;
  const vocabulary = {
    days: counted(language.days),
    months: indexed(language.months),
    weekdays: indexed(language.weekdays),
    seasons: keyed([
      [seasons.spring, 2],
      [seasons.summer, 5],
      [seasons.autumn, 8],
      [seasons.winter, 11],
    ]),
    namedDays: keyed(Object.entries(language.namedDays).map(([name, list]) => [list, name as NamedDays])),
    units: keyed(
      Object.entries(units).map(([name, list]) => {
        const [unit, times] = multiples[name as keyof typeof units] ?? [name as Unit, 1];
        return [list, { unit, times }];
      }),
    ),
    shifts: keyed(Object.entries(shifts).map(([by, list]) => [list, Number(by)])),
    parts: keyed(Object.entries(parts).map(([part, list]) => [list, part as Part])),
    numbers: counted(language.numbers),
    decades: counted(language.decades),
    ordinals: keyed(Object.entries(language.ordinals).map(([n, list]) => [list, Number(n)])),
  };
  const number = `\\d{1,3}(?:[.,]\\d)?|${anyOf(vocabulary.numbers.keys())}`;
  const lists: Record<string, string> = {
    day: anyOf(vocabulary.days.keys()),
    month: anyOf(vocabulary.months.keys()),
    weekday: anyOf(vocabulary.weekdays.keys()),
    season: anyOf(vocabulary.seasons.keys()),
    named: anyOf(vocabulary.namedDays.keys()),
    weekend: anyOf(wordsOf(language.weekend)),
    unit: anyOf(vocabulary.units.keys()),
    shift: anyOf(vocabulary.shifts.keys()),
    part: anyOf(vocabulary.parts.keys()),
    ordinal: anyOf(vocabulary.ordinals.keys()),
    about: anyOf(wordsOf(language.about)),
    n: number,
    n2: number,
    or: anyOf(wordsOf(language.or)),
    year,
    calledYear,
    monthNumber: "0[1-9]|1[0-2]",
    quarter: "[1-4]",
    half: "[12]",
    week: "\\d{1,2}",
    decade: "(?:19|20)\\d0",
    shortDecade: "[5-9]0",
    decadeWord: anyOf(vocabulary.decades.keys()),
    minute: anyOf(wordsOf(language.minutes)),
  };
  const spans = "(?:{unit}|{month}|{season}|{weekend}|{weekday}|{named})";
  const blank = language.unspaced ? "" : " ";
  const quantity = `(?:(?:{about})${blank})?{n}(?:(?:${blank}{or}${blank}|\\s?[-–~〜、]\\s?){n2})?`;
  const [begin, end] = language.unspaced ? ["", ""] : ["(?<![\\p{L}\\p{N}])", "(?![\\p{L}\\p{N}])"];
  const bodyOf = (pattern: string) =>
    pattern
      .replaceAll("{spans}", spans)
      .replaceAll("{n}", "{quantity}")
      .replaceAll("{quantity}", quantity)
      .replaceAll(" ", "\\s+")
      .replace(/\{(about|or)\}/g, (_, name: string) => `(?:${lists[name] || "(?!)"})`)
      .replace(/\{(\w+)\}/g, (whole, name: string) => (lists[name] ? `(?<${name}>${lists[name]})` : whole));
  const beside = (list: string) => {
    if (list === "") return undefined;
    const words = anyOf(wordsOf(list));
    return language.unspaced
      ? new RegExp(`^(?:${words})`, "u")
      : new RegExp(`${begin}(?:${words})\\s+(?:the\\s+)?$`, "iu");
  };
  const between = (list: string) =>
    language.unspaced
      ? new RegExp(`^(?:${anyOf(wordsOf(list))})$`, "u")
      : new RegExp(`^(?:\\s+(?:${anyOf(wordsOf(list))})|\\s*[-–])\\s+`, "iu");
  const { days, months, weekdays, namedDays, decades } = vocabulary;
  const listed: Record<string, Iterable<string>> = {
    ...{
      day: days.keys(),
      month: months.keys(),
      weekday: weekdays.keys(),
      season: vocabulary.seasons.keys(),
    },
    ...{ named: namedDays.keys(), weekend: wordsOf(language.weekend), unit: vocabulary.units.keys() },
    ...{ shift: vocabulary.shifts.keys(), part: vocabulary.parts.keys(), n: vocabulary.numbers.keys() },
    ...{ ordinal: vocabulary.ordinals.keys(), decadeWord: decades.keys(), minute: wordsOf(language.minutes) },
  };
  return {
    ...vocabulary,
    wordsIn: wordFinder((list) => listed[list] && [...listed[list]]),
    since: beside(opening.since),
    until: beside(opening.until),
    after: beside(opening.after),
    ends: {
      before:
        ends.before === ""
          ? undefined
          : new RegExp(`${begin}(?:${anyOf(wordsOf(ends.before))})\\s+(?:\\p{L}{2,3}\\s+)?$`, "iu"),
      between: between(`${ends.and} ${ends.to}`),
      to: between(ends.to),
      closing: language.unspaced ? beside(opening.until) : undefined,
    },
    isUnspaced: language.unspaced === true,
    rules: [...language.rules, ...numbered].flatMap(({ pattern, ...rule }) =>
      [pattern].flat().map((one) => ({
        ...rule,
        needs: neededLists(one.replaceAll("{spans}", spans)),
        expression: once(() => new RegExp(`${begin}(?:${bodyOf(one)})${end}`, "giu")),
      })),
    ),
    compositions: language.compositions.flatMap(({ pattern, ...composition }) =>
      [pattern].flat().map((one) => ({
        ...composition,
        needs: neededLists(one.replaceAll("{spans}", spans)),
        expression: once(
          () => new RegExp(composition.behind ? `^(?:${bodyOf(one)})` : `${begin}(?:${bodyOf(one)})$`, "iu"),
        ),
      })),
    ),
  };
}

/** Written alike in every language. */
const numbered: readonly Rule[] = [
  {
    name: "quarter",
    pattern: ["Q{quarter}(?:[ /-]?{year})?", "{quarter}Q[ /-]?{year}", "{year}[ /-]?Q{quarter}"],
  },
  { name: "half of a year", pattern: ["H{half}[ /-]?{year}", "{year}[ /-]?H{half}"] },
  { name: "week", pattern: "{year}-?W{week}" },
  { name: "month of a year", pattern: "{year}-{monthNumber}(?!-)" },
  { name: "year alone", pattern: "{year}", alone: true },
];
