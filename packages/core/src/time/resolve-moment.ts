import { invalidField } from "@palimpsest/contract";
import { isDay } from "./calendar/is-day.js";
import { type Clock, isStorable } from "./clock.js";
import { findTimes } from "./find-times.js";
import { type Span, type Unit, whole } from "./span.js";
import { zoneOf } from "./zone.js";

const exact = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/i;
const local = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?$/;
const dated = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/;

/** Words that may stand before an expression without changing what it names. */
const lead = new Set(
  (
    "on in at the since from until till to by as of all around about during throughout within between for " +
    "am im an in zu zum seit ab bis vom von vor nach der die das dem den zwischen ganz " +
    "le la les l en au à aux depuis dès de du entre dans " +
    "el los las desde hasta de del por entre durante todo"
  ).split(" "),
);
const leadUnspaced = /^[\s\p{P}]*(?:の|に|から|まで|以降|以来|以後|以前|頃|ごろ|中|間)*[\s\p{P}]*$/u;

/** A moment, and how it was understood if it was not given as one. */
export interface Moment {
  at: string;
  said?: string;
}

/**
 * The moment that a bound names: the first one of what is named, or with `end` the first one after it. A date and time
 * with an offset is taken as it is.
 */
export function resolveMoment(field: string, given: string, clock: Clock, { end = false } = {}): Moment {
  const text = given.trim();
  if (exact.test(text)) {
    if (Number.isNaN(Date.parse(text)) || !isDay(text.slice(0, 10))) throw notUnderstood(field);
    storable(field, new Date(text));
    if (!/z$/i.test(text) && zoneOf(text.slice(-6)) === undefined) {
      throw invalidField(field, "must have an offset of at most 14 hours");
    }
    return { at: text };
  }
  const span = local.test(text) || dated.test(text) ? dateOf(text) : expressionOf(text, clock);
  if (span === undefined) throw notUnderstood(field);
  return {
    at: storable(field, clock.instant(end && span.grain !== "moment" ? span.to : span.from)).toISOString(),
    said: text,
  };
}

/** ISO 8601 without an offset: a time, a day, a month or a year on the caller's clock. */
function dateOf(text: string): Span | undefined {
  const time = local.exec(text);
  if (time) {
    const [year, month, day, hour, minute, second] = time.slice(1).map((part) => Number(part ?? 0));
    if (!isDay(text.slice(0, 10)) || hour! > 23 || minute! > 59 || second! > 59) return undefined;
    const at = Date.UTC(year!, month! - 1, day!, hour!, minute!, second!);
    return { from: at, to: at, grain: "moment" };
  }
  const [, year, month, day] = dated.exec(text) ?? [];
  const first = `${year}-${month ?? "01"}-${day ?? "01"}`;
  if (!isDay(first)) return undefined;
  const unit: Unit = day !== undefined ? "day" : month !== undefined ? "month" : "year";
  return whole(unit, Date.parse(first));
}

/** The one time that all of the text names. */
function expressionOf(text: string, { now }: Clock): Span | undefined {
  const [time, ...others] = findTimes(text, { now, nearby: "past", alone: true });
  if (time === undefined || others.length > 0) return undefined;
  const rest = text.normalize("NFKC").replace(time.said, " ");
  const words = rest.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (!leadUnspaced.test(rest) && !words.every((word) => lead.has(word))) return undefined;
  // "since March" begins in March: the bound itself says on which side of it the answer lies.
  return time.named ?? time.span;
}

function storable(field: string, at: Date): Date {
  if (isStorable(at)) return at;
  throw invalidField(field, "must be between the years 1900 and 2200");
}

const notUnderstood = (field: string) =>
  invalidField(
    field,
    'must be a date, a time or words for one, such as 2026-03-01, 2026-03-01T09:30:00Z, "last week" or "7 May 2026"',
  );
