import { day, type Span, shift, type Unit, whole } from "../span.js";
import type { Local } from "../zone.js";

/** A third of a span, or what of it lies before or after now: "late March", "earlier this week", "later this month". */
export type Part = "start" | "middle" | "end" | "gone" | "left";

/** The first, second or last third of a span, in whole days or months: of a month its days 1 to 10, 11 to 20, and the rest. */
export function partOf(span: Span, part: Part, now: Local): Span | undefined {
  const { from, to, grain } = span;
  if (part === "gone" || part === "left") {
    const today = whole("day", now);
    const rest =
      part === "gone" ? { from, to: Math.min(to, today.to) } : { from: Math.max(from, today.from), to };
    return rest.from < rest.to ? { ...rest, grain: "week" } : undefined;
  }
  if (grain === "year") {
    // Of a decade, forty months.
    const third = 4 * (new Date(to).getUTCFullYear() - new Date(from).getUTCFullYear());
    const first = { start: 0, middle: third, end: 2 * third }[part];
    return { from: shift(from, "month", first), to: shift(from, "month", first + third), grain: "month" };
  }
  const days = (to - from) / day;
  if (days < 3) return span;
  const third = Math.floor(days / 3) * day;
  const cuts = [from, from + third, from + 2 * third, to] as const;
  const at = { start: 0, middle: 1, end: 2 } as const;
  return { from: cuts[at[part]], to: cuts[at[part] + 1]!, grain: "week" };
}

/** The nth such unit of a span, from its end where n is negative; with `count`, so many from there. */
export function nthOf(span: Span, n: number, unit: Unit, count = 1): Span | undefined {
  const { from, to } = span;
  if (unit === "half") {
    const middle = from + Math.floor((to - from) / day / 2) * day;
    const half = span.grain === "year" ? shift(from, "month", 6) : middle;
    if (Math.abs(n) > 2) return undefined;
    return n === 1 ? { from, to: half, grain: "week" } : { from: half, to, grain: "week" };
  }
  const begins = n > 0 ? shift(from, unit, n - 1) : shift(to, unit, n + 1 - count);
  const ends = n > 0 ? shift(begins, unit, count) : shift(to, unit, n + 1);
  return begins >= from && ends <= to + day && begins < ends
    ? { from: begins, to: Math.min(ends, to), grain: unit }
    : undefined;
}

/** The nth such weekday of a span, the last where n is negative. */
export function nthWeekday(span: Span, n: number, weekday: number): Span | undefined {
  const last = new Date(span.to - day).getUTCDay();
  const first = new Date(span.from).getUTCDay();
  const from =
    n < 0
      ? span.to - day - ((last - weekday + 7) % 7) * day
      : span.from + (((weekday - first + 7) % 7) + 7 * (n - 1)) * day;
  return from >= span.from && from < span.to ? whole("day", from) : undefined;
}
