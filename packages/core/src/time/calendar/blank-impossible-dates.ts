import { languages } from "../languages/all.js";
import { isDay } from "./is-day.js";

const spaced = languages.filter(({ unspaced }) => !unspaced);
const monthOf = new Map(
  spaced.flatMap(({ months }) =>
    months.flatMap((list, index) => list.split(" ").map((word) => [word, index + 1] as const)),
  ),
);
const anyOf = (words: Iterable<string>) => [...words].sort((a, b) => b.length - a.length).join("|");
const month = `(?<month>${anyOf(monthOf.keys())})`;
const weekday = `(?:(?:${anyOf(spaced.flatMap(({ weekdays }) => weekdays.join(" ").split(" ")))}),?\\s+)?`;
const date = "(?<date>\\d{1,2})";
const edges = (body: string) => new RegExp(`(?<![\\p{L}\\p{N}.,:/-])(?:${body})(?![\\p{L}\\p{N}])`, "giu");

/** Dates as they are written, by the groups year, month and date; or first and second, where either may be the month. */
const forms = [
  /(?<![\d.-])(?<year>\d{4})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<date>\d{1,2})(?!\d|\.\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/giu,
  /(?<![\d./-])(?<first>\d{1,2})(?<sign>[-/.])(?<second>\d{1,2})\k<sign>(?<year>\d{4})(?!\d|\.\d)/gu,
  edges(
    `${weekday}(?:\\d{1,2}\\.?\\s?[-–]\\s?)?${date}(?:st|nd|rd|th|\\.|er|º)?[\\s-]+(?:of\\s+|de\\s+)?${month}\\.?(?:[\\s,-]+(?:of\\s+|del?\\s+)?(?<year>\\d{4}))?`,
  ),
  edges(
    `${weekday}(?<!\\b(?:in|during|throughout)\\s+)${month}\\.?\\s+${date}(?:st|nd|rd|th)?(?:\\s?[-–]\\s?\\d{1,2})?(?:,?\\s+(?<year>\\d{4})|(?!\\s+\\p{Ll}{3}))`,
  ),
  /(?:(?<year>\d{4})年)?(?<month>\d{1,2})月(?<date>\d{1,2})日/gu,
];

/** The text without the days that no calendar has: neither the 30th of February nor a part of it names a time. */
export const blankImpossibleDates = (text: string): string =>
  /\d/.test(text)
    ? forms.reduce(
        (rest, form) =>
          rest.replace(form, (...match) => {
            const said = match[0] as string;
            return isPossible(match.at(-1) as Groups) ? said : " ".repeat(said.length);
          }),
        text,
      )
    : text;

type Groups = Partial<Record<"year" | "month" | "date" | "first" | "second", string>>;

function isPossible({ year, month = "", date = "", first, second }: Groups): boolean {
  if (first !== undefined && second !== undefined)
    return has(year, first, second) || has(year, second, first);
  return has(year, String(monthOf.get(month.toLowerCase()) ?? month), date);
}

/** Without a year, the 29th of February is possible. */
const has = (year = "2000", month: string, date: string) =>
  isDay(`${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`);
