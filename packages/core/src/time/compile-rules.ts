import type { LanguageData, Rule } from "./languages/language.js";
import type { Part, Unit } from "./span.js";

/** A rule of a language, ready to be looked for. */
export interface CompiledRule extends Pick<Rule, "name" | "way" | "ofYear" | "shift" | "alone" | "nothing"> {
  expression: RegExp;
}

/** What the words of a language stand for. */
export interface Vocabulary {
  rules: CompiledRule[];
  days: Map<string, number>;
  months: Map<string, number>;
  weekdays: Map<string, number>;
  /** By the month in which the season begins, from 0. */
  seasons: Map<string, number>;
  units: Map<string, Unit>;
  shifts: Map<string, number>;
  parts: Map<string, Part>;
  numbers: Map<string, number>;
  /** Words before an expression that open it to one side. */
  since: RegExp | undefined;
  until: RegExp | undefined;
  after: RegExp | undefined;
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
const counted = (numbers: Record<string, number>) =>
  new Map(Object.entries(numbers).map(([word, n]) => [spaced(word), n] as const));

const year = "(?:19|20|21)\\d{2}";
/** Where it is called a year, any number of four digits is one. */
const calledYear = "[1-9]\\d{3}";

export function compileRules(language: LanguageData): Vocabulary {
  const { seasons, units, shifts, parts, opening } = language;
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
    units: keyed(Object.entries(units).map(([unit, list]) => [list, unit as Unit])),
    shifts: keyed(Object.entries(shifts).map(([by, list]) => [list, Number(by)])),
    parts: keyed(Object.entries(parts).map(([part, list]) => [list, part as Part])),
    numbers: counted(language.numbers),
  };
  const lists: Record<string, string> = {
    day: anyOf(vocabulary.days.keys()),
    month: anyOf(vocabulary.months.keys()),
    month2: anyOf(vocabulary.months.keys()),
    weekday: anyOf(vocabulary.weekdays.keys()),
    season: anyOf(vocabulary.seasons.keys()),
    weekend: anyOf(wordsOf(language.weekend)),
    unit: anyOf(vocabulary.units.keys()),
    shift: anyOf(vocabulary.shifts.keys()),
    part: anyOf(vocabulary.parts.keys()),
    n: `\\d{1,3}|${anyOf(vocabulary.numbers.keys())}`,
    year,
    year2: year,
    calledYear,
  };
  const spans = "(?:{unit}|{month}|{season}|{weekend}|{weekday})";
  const edge = language.unspaced ? ["", ""] : ["(?<![\\p{L}\\p{N}])", "(?![\\p{L}\\p{N}])"];
  const expressionOf = (pattern: string) => {
    const body = pattern
      .replaceAll("{spans}", spans)
      .replaceAll(" ", "\\s+")
      .replace(/\{(\w+)\}/g, (whole, name: string) => (lists[name] ? `(?<${name}>${lists[name]})` : whole));
    return new RegExp(`${edge[0]}(?:${body})${edge[1]}`, "giu");
  };
  const before = (list: string) =>
    list === ""
      ? undefined
      : new RegExp(`(?<![\\p{L}\\p{N}])(?:${anyOf(wordsOf(list))})\\s+(?:the\\s+)?$`, "iu");
  return {
    ...vocabulary,
    since: before(opening.since),
    until: before(opening.until),
    after: before(opening.after),
    rules: language.rules.flatMap(({ pattern, ...rule }) =>
      [pattern].flat().map((one) => ({ ...rule, expression: expressionOf(one) })),
    ),
  };
}
