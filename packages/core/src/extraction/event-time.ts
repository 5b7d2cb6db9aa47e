import { mentionedTimes, type Nearby, toLocal } from "../time/index.js";
import type { SourceDocument } from "./event.js";
import { sideOf } from "./time-side.js";

/** A time in a sentence, and where it stands. */
interface Named {
  index: number;
  said: string;
  at: number;
  isOnClock?: boolean;
  /** Says when on a day, and the day only if no other time does. */
  isEndOfDay?: boolean;
}

const dayMs = 86_400_000;
const quarter =
  /\b(?:(?:the |end of |by )*)(?:Q([1-4])|(first|second|third|fourth|last) quarter)(?:(?:\s|\/|'|’| of )?\s?((?:20)?\d\d))?\b/gi;
const ordinals = ["first", "second", "third", "fourth"];
const endOfUnit =
  /\b(?:(?:the )?end of (?:(?:the|this|current) )?(day|week|month|year|quarter)|(?:close|end) of business|(month|year)[- ]end|EOD|COB|EOW|EOM|EOY)\b/gi;
const dayOfMonth = /\bthe (\d{1,2})(?:st|nd|rd|th)\b(?!\s+of\b)(?!\s+(?:\p{Lu}|\p{Ll}))/gu;
/** Of the week after this one: nobody calls tomorrow "next Tuesday". A date behind it says more. */
const nextWeekday =
  /\bnext (mon|tues|wednes|thurs|fri|satur|sun)day\b(?!,? (?:the )?(?:\d|\p{Lu}\p{L}+ \d))/giu;
const weekdays = ["sun", "mon", "tues", "wednes", "thurs", "fri", "satur"];
/** To the day, where a search means the whole week: "in two weeks". */
const ahead =
  /\b(?:with)?in (?:the next )?(an?|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,3}) (day|week|month)s?\b(?! of\b)/gi;
const numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const lastWords: Record<string, string> = { eod: "day", cob: "day", eow: "week", eom: "month", eoy: "year" };
const deadline = /(?:\b(?:by|due|before|until|till|no later than|deadline)\W*(?:on |date |the )*)$/i;
const onDay = /\b(?:on|for|at|in|from|starting|next)\s*(?:the )?$/i;

/**
 * When an event is due or happened, as its sentence says; null if it does not. Commitments look forward from the day of
 * the document; in all else the verb decides: what expires lies ahead, what was shipped behind.
 */
export function eventTime(
  sentence: string,
  { date, zone = 0 }: Pick<SourceDocument, "date" | "zone">,
  isCommitment: boolean,
): string | null {
  const local = toLocal(date, zone);
  const day = new Date(local - (((local % dayMs) + dayMs) % dayMs));
  const chosen = isCommitment
    ? deadlineAmong(sentence, timesIn(sentence, day, "future"))
    : firstTime(sentence, day);
  if (chosen === undefined) return null;
  // A day alone is that day in UTC, wherever it is.
  return new Date(chosen.at - (chosen.isOnClock ? zone * 60_000 : 0)).toISOString();
}

function deadlineAmong(sentence: string, times: readonly Named[]): Named | undefined {
  const before = ({ index }: Named) => sentence.slice(Math.max(0, index - 24), index);
  const opens = ({ said }: Named) => /^(?:by|before|until|till|due)\b/i.test(said);
  return (
    times.find((time) => opens(time) || deadline.test(before(time))) ??
    times.find((time) => onDay.test(before(time))) ??
    times.at(-1)
  );
}

/** The first time of a sentence, on the side of the day that its verb says. */
function firstTime(sentence: string, day: Date): Named | undefined {
  const [first] = timesIn(sentence, day, "nearest");
  if (first === undefined) return undefined;
  const side = sideOf(sentence, first);
  return timesIn(sentence, day, side).find(({ index }) => index === first.index) ?? first;
}

/** The times that a sentence names, in their order, each the nearest one on that side of the day. */
function timesIn(sentence: string, day: Date, side: Nearby): Named[] {
  const own = ownTimes(sentence, day, side);
  const rest = own.reduce(
    (text, { index, said }) =>
      text.slice(0, index) + " ".repeat(said.length) + text.slice(index + said.length),
    sentence,
  );
  const found = mentionedTimes(rest, day, side).map(({ index, said, at, isOnClock }) => ({
    ...{ index, said, isOnClock },
    at: at.getTime(),
  }));
  const ends = own.filter(({ isEndOfDay }) => isEndOfDay);
  const times = [
    ...own.filter((time) => !(time.isEndOfDay && found.some((other) => isSameDay(sentence, time, other)))),
    ...found.map((time) => {
      const end = ends.find((other) => other.index < time.index && isSameDay(sentence, other, time));
      return end === undefined ? time : { ...time, index: end.index };
    }),
  ];
  return times.sort((a, b) => a.index - b.index);
}

/** "EOD Friday", "close of business on 11 April", "Friday, end of day": the other time says which day ends. */
function isSameDay(sentence: string, end: Named, other: Named): boolean {
  const [first, second] = end.index < other.index ? [end, other] : [other, end];
  return /^[\s,]*(?:(?:on|of|by|at|before)\s+)?(?:the\s+)?$/i.test(
    sentence.slice(first.index + first.said.length, second.index),
  );
}

/** Quarters, ends of units and days of a month that the library does not know. */
function ownTimes(sentence: string, day: Date, side: Nearby): Named[] {
  const forward = side === "future";
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
  const times: Named[] = [];
  for (const match of sentence.matchAll(quarter)) {
    const [said, digit, word, inYear] = match;
    const which =
      digit !== undefined ? Number(digit) - 1 : word === "last" ? 3 : ordinals.indexOf(word!.toLowerCase());
    const given = inYear === undefined ? undefined : Number(inYear.length === 2 ? `20${inYear}` : inYear);
    const lastDay = (y: number) => Date.UTC(y, which * 3 + 3, 0);
    const passed = lastDay(year) < day.getTime();
    const meant = given ?? (forward && passed ? year + 1 : year);
    times.push({ index: match.index, said, at: lastDay(meant) });
  }
  for (const match of sentence.matchAll(endOfUnit)) {
    const unit = (match[1] ?? match[2] ?? lastWords[match[0].toLowerCase()] ?? "day").toLowerCase();
    times.push({ index: match.index, said: match[0], at: endOf(unit, day), isEndOfDay: unit === "day" });
  }
  for (const match of sentence.matchAll(nextWeekday)) {
    const weekday = weekdays.indexOf(match[1]!.toLowerCase());
    const toMonday = (8 - day.getUTCDay()) % 7 || 7;
    const at = day.getTime() + (toMonday + ((weekday + 6) % 7)) * dayMs;
    times.push({ index: match.index, said: match[0], at });
  }
  for (const match of forward ? sentence.matchAll(ahead) : []) {
    const [said, many, unit] = match;
    const count = /^an?$/i.test(many!) ? 1 : numbers.indexOf(many!.toLowerCase()) + 1 || Number(many);
    const at =
      unit!.toLowerCase() === "month"
        ? Date.UTC(year, month + count, day.getUTCDate())
        : day.getTime() + count * (unit!.toLowerCase() === "week" ? 7 : 1) * dayMs;
    times.push({ index: match.index, said, at });
  }
  for (const match of sentence.matchAll(dayOfMonth)) {
    const date = Number(match[1]);
    if (date < 1 || date > 31) continue;
    const away = date - day.getUTCDate();
    const by = forward ? (away < 0 ? 1 : 0) : side === "past" ? (away > 0 ? -1 : 0) : nearestMonth(away);
    const at = Date.UTC(year, month + by, date);
    // Not every month has a 31st.
    if (new Date(at).getUTCDate() === date) times.push({ index: match.index, said: match[0], at });
  }
  return times;
}

const nearestMonth = (daysAway: number) => (daysAway > 15 ? -1 : daysAway < -15 ? 1 : 0);

function endOf(unit: string, day: Date): number {
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
  if (unit === "week") return day.getTime() + ((7 - day.getUTCDay()) % 7) * dayMs;
  if (unit === "month") return Date.UTC(year, month + 1, 0);
  if (unit === "quarter") return Date.UTC(year, Math.floor(month / 3) * 3 + 3, 0);
  return unit === "year" ? Date.UTC(year, 11, 31) : day.getTime();
}
