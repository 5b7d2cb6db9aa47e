import type { Clock } from "./clock.js";
import { isStorable } from "./clock.js";
import { findTimes, type Time } from "./find-times.js";
import { languages } from "./languages/all.js";
import type { Understood } from "./period.js";

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
  const times = found.flatMap((time) => askedTime(time, clock) ?? []);
  if (times.length === 0) return undefined;
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

function askedTime({ said, span }: Time, clock: Clock): AskedTime | undefined {
  const [from, to] = [span.from, span.to].map((edge) =>
    Number.isFinite(edge) ? clock.instant(edge) : undefined,
  );
  if ([from, to].some((edge) => edge !== undefined && !isStorable(edge))) return undefined;
  return { said, ...(from && { from: from.toISOString() }), ...(to && { to: to.toISOString() }) };
}

/** How a query's times were understood, for the answer. */
export const understoodOf = (asked: QueryTimes | undefined): Understood[] =>
  (asked?.times ?? []).map(({ said, ...ends }) => ({
    said,
    as: asked!.only ? ("filter" as const) : ("preference" as const),
    ...ends,
  }));
