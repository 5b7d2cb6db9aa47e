import type { NamedDays } from "../calendar/named-days.js";
import type { Unit } from "../span.js";
import type { Vocabulary } from "./compile-rules.js";
import type { Part } from "./part-of.js";

/** What the words of a match stand for. */
export interface Said {
  dayAway?: number | undefined;
  month?: number | undefined;
  weekday?: number | undefined;
  season?: number | undefined;
  named?: NamedDays | undefined;
  weekend: boolean;
  unit?: { unit: Unit; times: number } | undefined;
  shift?: number | undefined;
  part?: Part | undefined;
  ordinal?: number | undefined;
  /** The least and the most that a number stands for: "a few" is two to five. */
  n?: readonly [least: number, most: number] | undefined;
  year?: number | undefined;
  decade?: number | undefined;
  quarter?: number | undefined;
  half?: number | undefined;
  week?: number | undefined;
  /** The first and the last day of a month. */
  dates?: readonly [number, number] | undefined;
}

export function lookUp(words: Vocabulary, groups: Partial<Record<string, string>>, unit?: Unit): Said {
  const look = <T>(map: Map<string, T>, group: string): T | undefined => {
    const found = groups[group];
    return found === undefined ? undefined : map.get(found.toLowerCase().replace(/\s+/g, " "));
  };
  const number = (group: string) => (groups[group] === undefined ? undefined : Number(groups[group]));
  const quantity = (group: string): readonly [number, number] | undefined => {
    const given = groups[group];
    if (given === undefined) return undefined;
    const word = look(words.numbers, group) ?? Number(given.replace(",", "."));
    return typeof word === "number" ? [word, word] : word;
  };
  const [n, n2] = [quantity("n"), quantity("n2")];
  const halfMore = groups.andHalf === undefined ? 0 : 0.5;
  const short = number("shortDecade");
  const monthNumber = number("monthNumber");
  return {
    dayAway: look(words.days, "day"),
    month: look(words.months, "month") ?? (monthNumber === undefined ? undefined : monthNumber - 1),
    weekday: look(words.weekdays, "weekday"),
    season: look(words.seasons, "season"),
    named: look(words.namedDays, "named"),
    weekend: groups.weekend !== undefined,
    unit: look(words.units, "unit") ?? (unit && { unit, times: 1 }),
    shift: look(words.shifts, "shift"),
    part: look(words.parts, "part"),
    ordinal: look(words.ordinals, "ordinal"),
    n: n && [n[0] + halfMore, Math.max(n[0], (n2 ?? n)[1]) + halfMore],
    year: number("year") ?? number("calledYear"),
    decade:
      number("decade") ??
      look(words.decades, "decadeWord") ??
      (short === undefined ? undefined : 1900 + short),
    quarter: number("quarter"),
    half: number("half"),
    week: number("week"),
    dates: groups.date === undefined ? undefined : [Number(groups.date), Number(groups.date2)],
  };
}
