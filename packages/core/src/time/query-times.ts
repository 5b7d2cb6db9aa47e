import type { Clock } from "./clock.js";
import { findTimes, type Time } from "./find-times.js";
import { languages } from "./languages/all.js";
import type { Understood } from "./period.js";
import type { Local } from "./zone.js";

/** A time that a query asks about; without one of its ends it is open there. */
export interface AskedTime {
  said: string;
  from?: string;
  to?: string;
}

export interface QueryTimes {
  times: AskedTime[];
  /** Nothing else is asked: "what happened last week?" */
  only: boolean;
  /** The query without words that name a time by its distance: no memory of that week says "last week". */
  words: string;
}

const maxTimes = 4;
const word = /[\p{L}\p{N}]+/gu;
const frames = languages.map(({ frame, unspaced }) => ({
  words: new Set(frame.split(" ")),
  unspaced: unspaced
    ? new RegExp(
        `^(?:${frame
          .split(" ")
          .sort((a, b) => b.length - a.length)
          .join("|")}|[\\s\\p{P}])*$`,
        "u",
      )
    : undefined,
}));

/** The times that a query asks about; undefined if it names none. */
export function queryTimes(text: string, clock: Clock): QueryTimes | undefined {
  const found = findTimes(text, { now: clock.now, nearby: "past" }).slice(0, maxTimes);
  if (found.length === 0) return undefined;
  const times = found.map((time) => askedTime(time, clock));
  const without = (some: Time[]) =>
    some.reduce((rest, { said }) => rest.replace(said, " "), text.normalize("NFKC"));
  const distant = found.filter(
    ({ said, span }) => !/\d/.test(said) && span.grain !== "month" && span.grain !== "year",
  );
  return { times, only: asksNothing(without(found)), words: distant.length === 0 ? text : without(distant) };
}

/** Whether what is left of a query only asks what there is. */
function asksNothing(rest: string): boolean {
  const words = rest.toLowerCase().match(word) ?? [];
  return frames.some((frame) => frame.unspaced?.test(rest) || words.every((one) => frame.words.has(one)));
}

/** Years beyond these have other forms than four digits. */
const [firstShown, lastShown] = ["0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"];

/** A time in which nothing can have been said is asked for all the same: the answer tells it, and holds nothing of it. */
function askedTime({ said, span }: Time, clock: Clock): AskedTime {
  const shown = (edge: Local) => {
    const at = clock.instant(edge).getTime();
    if (at < Date.parse(firstShown)) return firstShown;
    return at <= Date.parse(lastShown) ? new Date(at).toISOString() : lastShown;
  };
  const [begins, ends] = [Number.isFinite(span.from), Number.isFinite(span.to)];
  return { said, ...(begins && { from: shown(span.from) }), ...(ends && { to: shown(span.to) }) };
}

/** How a query's times were understood, for the answer. */
export const understoodOf = (asked: QueryTimes | undefined): Understood[] =>
  (asked?.times ?? []).map(({ said, ...ends }) => ({
    said,
    as: asked!.only ? ("filter" as const) : ("preference" as const),
    ...ends,
  }));
