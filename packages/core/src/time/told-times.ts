import { clockAt, isStorable } from "./clock.js";
import { findTimes } from "./find-times.js";
import { day, startOf } from "./span.js";
import { utc } from "./zone.js";

/** A time that a memory tells of. */
export interface ToldTime {
  from: Date;
  to: Date;
}

/** More are hardly the subject of one memory. */
const maxTimes = 8;
const longest = 366 * day;

/**
 * The times that a text names, counted from when it was said: "I saw her yesterday" tells of the day before. The day on
 * which it was said is left out, because the memory is found by that anyway. Used by every write and every edit of a
 * text.
 */
export function toldTimes(text: string, occurredAt: Date): ToldTime[] {
  const { now, instant } = clockAt(occurredAt, utc);
  const today = startOf("day", now);
  const times = new Map<string, ToldTime>();
  for (const { span } of findTimes(text, { now, nearby: "nearest" })) {
    if (!(span.to - span.from <= longest) || (span.from >= today && span.to <= today + day)) continue;
    const told = { from: instant(span.from), to: instant(span.to) };
    if (isStorable(told.from) && isStorable(told.to)) times.set(`${span.from} ${span.to}`, told);
  }
  return [...times.values()].slice(0, maxTimes);
}
