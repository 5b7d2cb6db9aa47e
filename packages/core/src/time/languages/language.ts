import type { NamedDays } from "../calendar/named-days.js";
import type { Way } from "../rules/away.js";
import type { Part } from "../rules/part-of.js";
import type { Unit } from "../span.js";

/** A number, or the least and the most that a word such as "a few" stands for. */
export type Quantity = number | readonly [least: number, most: number];

/**
 * The words of a language for times. Lists are words with blanks between them; a word of several parts is written with
 * underscores. A rule's pattern has the lists in braces: {month} stands for any word of the months.
 */
export interface LanguageData {
  name: "en" | "de" | "fr" | "es" | "ja";
  /** Frequent words by which a text of this language is known. */
  marks: string;
  /** From January; in each, the first word is the full one. */
  months: readonly string[];
  /** From Sunday. */
  weekdays: readonly string[];
  seasons: { spring: string; summer: string; autumn: string; winter: string };
  namedDays: Record<NamedDays, string>;
  weekend: string;
  units: Record<Exclude<Unit, "minute"> | "fortnight" | "decade", string>;
  /** Counted back from now; unlike the units, never the last or the next: "the last minute". */
  minutes: string;
  /** Decades that are written as words, by their first year. */
  decades: Record<string, number>;
  numbers: Record<string, Quantity>;
  /** Words before a number that make it less exact. */
  about: string;
  /** What stands between two numbers of which one is meant. */
  or: string;
  /** Which one of several, from 1; the last is -1. */
  ordinals: Record<string, string>;
  /** Days by their distance from today. */
  days: Record<string, number>;
  /** Adjectives by what they mean for the unit they stand with: last -1, this 0, next 1. */
  shifts: Record<"-1" | "0" | "1", string>;
  parts: Partial<Record<Part, string>>;
  rules: readonly Rule[];
  compositions: readonly Composition[];
  /** Words beside an expression that open it to one side. */
  opening: { since: string; until: string; after: string };
  /** What stands before the first of two times that are the ends of one, and between them: "from … to", "between … and". */
  ends: { before: string; and: string; to: string };
  /** What a question about a time alone consists of, besides the time. */
  frame: string;
  /** Written without blanks between words. */
  unspaced?: boolean;
}

export interface Rule {
  name: string;
  /**
   * Or several that mean the same. A blank stands for white space; in braces, a list, or {n} for a number or about a
   * number, {year} for a year and {calledYear} for one that is called so. A group `andHalf` adds a half to the number.
   */
  pattern: string | readonly string[];
  /** With {n} and {unit}, or with what comes once a year or a week. */
  way?: Way;
  /** What {n} is where nothing says it. */
  n?: readonly [least: number, most: number];
  /** With what comes once a year: the shift is of the year that it lies in. */
  ofYear?: true;
  /** What {unit} is moved by, where no adjective says it. */
  shift?: number;
  /** What {unit} is where nothing says it; what {ordinal} counts in a year. */
  unit?: Unit;
  /** What comes once a year: from the first day to the last of a month, which counts from 0. */
  dates?: readonly [month: number, first: number, last: number];
  /** Names no time, although it contains a word that does elsewhere. */
  nothing?: true;
  /** Only where an expression stands alone, as in a filter, or where other words make a time of it. */
  alone?: true;
}

/** Words beside a time that make another one of it: {part} takes a part, {ordinal} one {unit} or {weekday} of it. */
export interface Composition {
  pattern: string | readonly string[];
  /** The words stand behind the time. */
  behind?: true;
  /** So many units, or the one unit, before or after the time. */
  way?: "ago" | "ahead";
  /** What {unit} is where nothing says it. */
  unit?: Unit;
  /** The whole unit in which the time begins. */
  whole?: Unit;
}
