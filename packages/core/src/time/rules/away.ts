import { type Span, shift, startOf, type Unit, whole } from "../span.js";
import type { Local } from "../zone.js";

/** So long ago, in so long, or all of the time since or until then. */
export type Way = "ago" | "ahead" | "since" | "next";

/** The unit in which a fraction of one is counted, and how many of it there are. */
const finer: Partial<Record<Unit, [Unit, number]>> = {
  day: ["hour", 24],
  week: ["day", 7],
  month: ["day", 30],
  quarter: ["month", 3],
  half: ["month", 6],
  year: ["month", 12],
};

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
  const [fewest, furthest] = counts.map((count) =>
    unit === "hour" ? count * by : Math.round(count * by),
  ) as [number, number];
  const sign = way === "ago" || way === "since" ? -1 : 1;
  const [near, far] = [shift(now, unit, sign * fewest), shift(now, unit, sign * furthest)];
  if (way === "since" || way === "next") {
    const [from, to] = sign < 0 ? [far, now] : [now, far];
    if (unit === "hour") return { from, to, grain: "hour" };
    return { from: startOf("day", from), to: whole("day", to).to, grain: unit };
  }
  if (dayAway !== undefined) return whole("day", near, dayAway);
  const one = whole(unit, near);
  if (fewest === furthest) return one;
  const other = whole(unit, far);
  return sign < 0
    ? { from: other.from, to: one.to, grain: "week" }
    : { from: one.from, to: other.to, grain: "week" };
}
