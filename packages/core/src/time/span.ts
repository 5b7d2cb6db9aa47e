import type { Local } from "./zone.js";

export type Unit = "minute" | "hour" | "day" | "week" | "month" | "quarter" | "half" | "year";

/** A stretch of time that words name: from its first moment to the first one after it. */
export interface Span {
  from: Local;
  to: Local;
  /** How exact the words were. */
  grain: Unit | "moment";
}

const minute = 60_000;
const hour = 60 * minute;
export const day = 24 * hour;

const monthsOf = { month: 1, quarter: 3, half: 6, year: 12 } as const;

/** The first moment of the unit that a moment lies in. Weeks begin on Monday. */
export function startOf(unit: Unit, at: Local): Local {
  if (unit === "minute") return Math.floor(at / minute) * minute;
  if (unit === "hour") return Math.floor(at / hour) * hour;
  const date = new Date(at);
  const midnight = Math.floor(at / day) * day;
  if (unit === "day") return midnight;
  if (unit === "week") return midnight - ((date.getUTCDay() + 6) % 7) * day;
  const month = date.getUTCMonth();
  return Date.UTC(date.getUTCFullYear(), month - (month % monthsOf[unit]));
}

/** So many units later, on the same day of the month or on the last one it has. */
export function shift(at: Local, unit: Unit, by: number): Local {
  if (unit === "minute") return at + by * minute;
  if (unit === "hour") return at + by * hour;
  if (unit === "day") return at + by * day;
  if (unit === "week") return at + 7 * by * day;
  const date = new Date(at);
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() + by * monthsOf[unit];
  const [year, month] = [Math.floor(months / 12), ((months % 12) + 12) % 12];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + (at - startOf("day", at));
}

/** The whole unit that a moment lies in, or one so many units later. */
export function whole(unit: Unit, at: Local, by = 0): Span {
  const from = shift(startOf(unit, at), unit, by);
  return { from, to: shift(from, unit, 1), grain: unit };
}

/** The year of a month or season that was named without one. */
export type Nearby = "past" | "nearest" | "future";

/**
 * Of the spans that `inYear` gives for each year, the one that is meant: the latest that has begun, the first that has not
 * ended, or the one nearest to now.
 */
export function chooseYear(now: Local, nearby: Nearby, inYear: (year: number) => Span): Span {
  const year = new Date(now).getUTCFullYear();
  const [before, same, after] = [inYear(year - 1), inYear(year), inYear(year + 1)];
  if (nearby === "past") return same.from <= now ? same : before;
  if (nearby === "future") return same.to > now ? same : after;
  const distance = ({ from, to }: Span) => (now < from ? from - now : now >= to ? now - to : 0);
  return [before, same, after].reduce((best, span) => (distance(span) < distance(best) ? span : best));
}
