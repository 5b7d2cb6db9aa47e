import type { Part, Unit } from "../span.js";

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
  weekend: string;
  units: Record<Unit, string>;
  numbers: Record<string, number>;
  /** Days by their distance from today. */
  days: Record<string, number>;
  /** Adjectives by what they mean for the unit they stand with: last -1, this 0, next 1. */
  shifts: Record<"-1" | "0" | "1", string>;
  parts: Record<Part, string>;
  rules: readonly Rule[];
  /** Words before an expression that open it to one side. */
  opening: { since: string; until: string; after: string };
  /** What a question about a time alone consists of, besides the time. */
  frame: string;
  /** Written without blanks between words. */
  unspaced?: boolean;
}

export interface Rule {
  name: string;
  /** Or several that mean the same. A blank stands for white space; in braces, a list, or {n} for a number, {year} for a year and {calledYear} for one that is called so. */
  pattern: string | readonly string[];
  /** With {n} and {unit}: so long ago, in so long, or the time since then. */
  way?: "ago" | "ahead" | "since";
  /** With a month or a season: the shift is of the year that it lies in. */
  ofYear?: true;
  /** What {unit} is moved by, where no adjective says it. */
  shift?: number;
  /** Names no time, although it contains a word that does elsewhere. */
  nothing?: true;
  /** Only where an expression stands alone, as in a filter. */
  alone?: true;
}
