import { type Span, shift, startOf, type Unit, whole } from "../span.js";
import type { Local } from "../zone.js";

/** So long ago, in so long, all of the time since or until then, all before then, or the days around then. */
export type Way = "ago" | "ahead" | "since" | "next" | "beyond" | "around";

/** The unit in which a fraction of one is counted, and how many of it there are. */
const finer: Partial<Record<Unit, [Unit, number]>> = {
  day: ["hour", 24],
  week: ["day", 7],
  month: ["day", 30],
  quarter: ["month", 3],
  half: ["month", 6],
  year: ["month", 12],
};

/** "This time last year" is so many days to either side. */
const daysAround: Partial<Record<Unit, number>> = { year: 15, half: 10, quarter: 7, month: 3, week: 1 };

/**
 * So many units before or after now, as whole units; or the time between then and now, with today. With a day, the day
 * that is so far from that one: "a year ago today".
 */
export function away(
  way: Way,
  { unit: named, times }: { unit: Unit; times: number },
  [least, most]: readonly [number, number],
  now: Local,
  dayAway?: number,
): Span {
  const counts = [least * times, most * times];
  const [unit, by] = counts.every(Number.isInteger) ? [named, 1] : (finer[named] ?? [named, 1]);
  const [fewest, furthest] = counts.map((count) => (isShort(unit) ? count * by : Math.round(count * by))) as [
    number,
    number,
  ];
  const sign = way === "ahead" || way === "next" ? 1 : -1;
  const [near, far] = [shift(now, unit, sign * fewest), shift(now, unit, sign * furthest)];
  if (way === "since" || way === "next") {
    const [from, to] = sign < 0 ? [far, now] : [now, far];
    if (isShort(unit)) return { from, to, grain: unit };
    return { from: startOf("day", from), to: whole("day", to).to, grain: unit };
  }
  if (way === "beyond") {
    const to = isShort(unit) ? near : startOf("day", near);
    return { from: Number.NEGATIVE_INFINITY, to, grain: unit };
  }
  if (way === "around") {
    const days = daysAround[unit] ?? 0;
    return { from: whole("day", near, -days).from, to: whole("day", near, days).to, grain: "week" };
  }
  // Nobody counts minutes: what was said then is looked for in the hour after.
  if (unit === "minute") {
    return { from: startOf(unit, far), to: shift(startOf(unit, near), "hour", 1), grain: "moment" };
  }
  if (dayAway !== undefined) return whole("day", near, dayAway);
  const one = whole(unit, near);
  if (fewest === furthest) return one;
  const other = whole(unit, far);
  return sign < 0
    ? { from: other.from, to: one.to, grain: "week" }
    : { from: one.from, to: other.to, grain: "week" };
}

const isShort = (unit: Unit) => unit === "hour" || unit === "minute";
