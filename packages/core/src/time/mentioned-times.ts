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
  /** It says an hour of a day, on the clock of whoever wrote the text. */
  isOnClock: boolean;
}

/** An hour that says whose clock it is on: 17:00 UTC, 5 pm PST, 9:30 +02:00. */
const namesZone = /\d\s*(?:[ap]\.?m\.?)?\s*\(?(?:Z|[A-Z]{3,5}|(?:UTC|GMT)?\s?[+-]\d{1,2}(?::?\d{2})?)\)?$/;

/** The times that a text names, as moments, counted from the day on which it was written. */
export function mentionedTimes(text: string, writtenAt: Date, nearby: Nearby): MentionedTime[] {
  const { now, instant } = clockAt(writtenAt, utc);
  return findTimes(text, { now, nearby }).flatMap(({ index, said, span }) => {
    const isHour = span.grain === "moment" || span.grain === "hour";
    const isOpen = !Number.isFinite(span.from) || !Number.isFinite(span.to);
    const local = isOpen
      ? Number.isFinite(span.from)
        ? span.from
        : span.to
      : isHour
        ? span.from
        : Math.max(span.from, span.to - day);
    const at = Number.isFinite(local) ? instant(local) : undefined;
    return at !== undefined && isStorable(at)
      ? [{ index, said, at, isOnClock: isHour && !namesZone.test(said) }]
      : [];
  });
}
