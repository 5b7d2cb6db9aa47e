import { clockAt, isStorable } from "./clock.js";
import { findTimes } from "./find-times.js";
import { day, type Nearby } from "./span.js";
import { utc } from "./zone.js";

/** A time that a text names, and where. */
export interface MentionedTime {
  index: number;
  said: string;
  /** The moment that is named, or the last day of a longer time: of "end of March" the 31st. */
  at: Date;
}

/** The times that a text names, as moments, counted from the day on which it was written. */
export function mentionedTimes(text: string, writtenAt: Date, nearby: Nearby): MentionedTime[] {
  const { now, instant } = clockAt(writtenAt, utc);
  return findTimes(text, { now, nearby }).flatMap(({ index, said, span }) => {
    const isOpen = !Number.isFinite(span.from) || !Number.isFinite(span.to);
    const local = isOpen
      ? Number.isFinite(span.from)
        ? span.from
        : span.to
      : span.grain === "moment" || span.grain === "hour"
        ? span.from
        : Math.max(span.from, span.to - day);
    const at = Number.isFinite(local) ? instant(local) : undefined;
    return at !== undefined && isStorable(at) ? [{ index, said, at }] : [];
  });
}
