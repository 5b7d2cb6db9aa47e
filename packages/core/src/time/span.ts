import type { Local } from "./zone.js";

export type Unit = "hour" | "day" | "week" | "month" | "year";

/** A stretch of time that words name: from its first moment to the first one after it. */
export interface Span {
  from: Local;
  to: Local;
  /** How exact the words were. */
  grain: Unit | "moment";
}

const hour = 3_600_000;
export const day = 24 * hour;

/** The first moment of the unit that a moment lies in. Weeks begin on Monday. */
export function startOf(unit: Unit, at: Local): Local {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (unit === "year") return Date.UTC(year, 0);
  if (unit === "month") return Date.UTC(year, month);
  if (unit === "hour") return Math.floor(at / hour) * hour;
  const midnight = Math.floor(at / day) * day;
  return unit === "day" ? midnight : midnight - ((date.getUTCDay() + 6) % 7) * day;
}

/** So many units later, on the same day of the month or on the last one it has. */
export function shift(at: Local, unit: Unit, by: number): Local {
  if (unit === "hour") return at + by * hour;
  if (unit === "day") return at + by * day;
  if (unit === "week") return at + 7 * by * day;
  const date = new Date(at);
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() + by * (unit === "year" ? 12 : 1);
  const [year, month] = [Math.floor(months / 12), ((months % 12) + 12) % 12];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + (at - startOf("day", at));
}

/** The whole unit that a moment lies in, or one so many units later. */
export function whole(unit: Unit, at: Local, by = 0): Span {
  const from = shift(startOf(unit, at), unit, by);
  return { from, to: shift(from, unit, 1), grain: unit };
}

export type Part = "start" | "middle" | "end";

/** The first, second or last third of a span, in whole days or months: of a month its days 1 to 10, 11 to 20, and the rest. */
export function partOf({ from, to, grain }: Span, part: Part): Span {
  if (grain === "year") {
    const first = { start: 0, middle: 4, end: 8 }[part];
    return { from: shift(from, "month", first), to: shift(from, "month", first + 4), grain: "month" };
  }
  const third = Math.max(1, Math.floor((to - from) / day / 3)) * day;
  const cuts = [from, from + third, from + 2 * third, to] as const;
  const at = { start: 0, middle: 1, end: 2 } as const;
  return { from: cuts[at[part]], to: cuts[at[part] + 1]!, grain: "week" };
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
