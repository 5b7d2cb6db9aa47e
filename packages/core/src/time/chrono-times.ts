import type { ParsedComponents, ParsedResult } from "chrono-node";
import * as de from "chrono-node/de";
import * as en from "chrono-node/en";
import * as es from "chrono-node/es";
import * as fr from "chrono-node/fr";
import * as ja from "chrono-node/ja";
import type { LanguageData } from "./languages/language.js";
import { day, type Nearby, type Span, shift, whole } from "./span.js";
import type { Local } from "./zone.js";

const parsers = { de: de.casual, en: en.casual, es: es.casual, fr: fr.casual, ja: ja.casual };

/** A time in a text, and where it stands. */
export interface Found {
  index: number;
  said: string;
  /** Undefined for words that only look like a time. */
  span: Span | undefined;
  /** It counts only beside words that make another time of it: a bare month, "the year". */
  weak?: boolean;
  /** Words such as "since" do not open it to a side. */
  closed?: boolean;
}

/** Words that the library takes for days and that are mostly something else: "I sat in the sun". */
const mostlyOther =
  /^(?:sun|mon|tues?|wed|thur?s?|fri|sat|so|mo|di|mi|do|fr|sa|dim|lun|mar|mer|jeu|ven|sam|mié|jue|vie|sáb|今|日|weekends?)\.?$/iu;
/** What the library takes for a time, and is a ratio, or says how long. */
const noTime = /^24\/7$|^(?:for|für|pendant|durante)\s/iu;
/** "At the last minute", "give me five minutes"; beside a number it is one: "20 minutes ago". */
const ofMinutes = /^\D*minut\p{L}*$/iu;
/** Fractions and numbers that are as often no date. */
const rarelyTime = /^(?:1\/[234]|[23]\/[34]|march|mar|may|sept)$/;
/** "April O'Neil" */
const surname = /^\s\p{Lu}['’]?\p{L}/u;

/** With one of these a weekday is meant as the library reads it; without, it may be the last one. */
const directed =
  /next|last|this|past|coming|letzte|nächste|kommende|diese|vorige|dernier|prochain|pasado|próximo|先|来|今/iu;

/** "two days before 7 May" is left to the rules: the library takes another year for it than for the day itself. */
const distance = /^.+\s(?:before|after|from)\s+(?!now)/iu;

/** Dates with dots begin with the day, also in English. */
const dotted = /^\d{1,2}\.\d{1,2}\.\d{2,4}$/;

/** What the library finds, on the caller's clock. Times of a day without a date are left out, unless they stand alone. */
export function chronoTimes(
  text: string,
  language: LanguageData["name"],
  now: Local,
  { nearby, alone }: { nearby: Nearby; alone: boolean },
): (Found & { span: Span })[] {
  const at = { instant: new Date(now), timezone: 0 };
  return parsers[language].parse(text, at).flatMap((result) => {
    if (mostlyOther.test(result.text) || noTime.test(result.text)) return [];
    const names = (part: "day" | "month" | "year") => result.start.isCertain(part);
    const isOnlyMonth = names("month") && !names("day") && !names("year");
    if (!alone && (rarelyTime.test(result.text) || ofMinutes.test(result.text))) return [];
    if (!alone && isOnlyMonth && surname.test(text.slice(result.index + result.text.length))) return [];
    const lead = (isHourOfMonth(result.start) ? /^\p{L}+\s+(?=\d)/u : distance).exec(result.text)?.[0].length;
    if (lead !== undefined) {
      return chronoTimes(result.text.slice(lead), language, now, { nearby, alone }).map((time) => ({
        ...time,
        index: time.index + result.index + lead,
      }));
    }
    const dayFirst = dotted.test(result.text) ? de.casual.parse(result.text, at)[0] : undefined;
    const span = spanOf(dayFirst ?? result, now, nearby, alone);
    // What stands between two ends or behind them belongs to them: "Montag bis Mittwoch", "から5日まで".
    const closed = result.end !== null;
    return span === undefined ? [] : [{ index: result.index, said: result.text, span, closed }];
  });
}

/** "from 1 May" and "to 5 May" are days of May, and no hours. */
const isHourOfMonth = (start: ParsedComponents) =>
  start.isCertain("hour") && start.isCertain("month") && !start.isCertain("day");

function spanOf(
  { text, start, end }: ParsedResult,
  now: Local,
  nearby: Nearby,
  alone: boolean,
): Span | undefined {
  const names = (part: "year" | "month" | "day" | "weekday") => start.isCertain(part);
  const parts = ["year", "month", "day", "weekday"] as const;
  const dated = parts.some((part) => start.isCertain(part) || end?.isCertain(part));
  if (isHourOfMonth(start)) return undefined;
  if (!alone && (!dated || start.tags().has("casualReference/now"))) return undefined;
  const first = oneSpan(start);
  const last = end ? oneSpan(end) : first;
  if (first === undefined || last === undefined || last.to <= first.from) return undefined;
  const by = nearby === "past" && first.from > now ? -1 : nearby === "future" && last.to <= now ? 1 : 0;
  const step = by === 0 ? undefined : stepOf();
  const move = (at: Local) => (step === undefined ? at : shift(at, step, by));
  return { from: move(first.from), to: move(last.to), grain: first.grain };

  /** Without a year, or for a weekday alone, what lies on the wrong side of now is the next such one on the other. */
  function stepOf(): "year" | "week" | undefined {
    if (names("year") || directed.test(text)) return undefined;
    if (names("month")) return "year";
    return names("weekday") && !names("day") ? "week" : undefined;
  }
}

function oneSpan(at: ParsedComponents): Span | undefined {
  const get = (part: Parameters<ParsedComponents["get"]>[0]) => at.get(part) ?? 0;
  const date = Date.UTC(get("year"), get("month") - 1, get("day"));
  if (!Number.isFinite(date)) return undefined;
  if (at.isCertain("hour")) {
    const offset = at.isCertain("timezoneOffset") ? get("timezoneOffset") * 60_000 : 0;
    const from = date + ((get("hour") * 60 + get("minute")) * 60 + get("second")) * 1_000 - offset;
    return { from, to: from + day / 24, grain: "moment" };
  }
  if (at.isCertain("day") || at.isCertain("weekday")) return whole("day", date);
  if (at.isCertain("month")) return whole("month", date);
  return at.isCertain("year") ? whole("year", date) : whole("day", date);
}
