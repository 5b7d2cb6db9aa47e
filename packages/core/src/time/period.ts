import { invalidField } from "@palimpsest/contract";
import { type Clock, clockOf } from "./clock.js";
import { resolveMoment } from "./resolve-moment.js";

/** Bounds of a read, in the words of the caller. Each pair begins with the earlier one. */
const pairs = [
  ["from", "to"],
  ["since", "until"],
] as const;
type Bound = (typeof pairs)[number][number];

/** How a time in words was understood, for the answer. */
export interface Understood {
  said: string;
  as: Bound | "preference" | "filter";
  from?: string;
  to?: string;
}

export interface Period {
  clock: Clock;
  /** The bounds as ISO 8601. */
  bounds: Partial<Record<Bound, string>>;
  understood: Understood[];
}

/** The bounds that a call gives, as moments. */
export function periodOf(
  input: Partial<Record<Bound, string>> & { now?: string; time_zone?: string },
): Period {
  const clock = clockOf(input);
  const bounds: Period["bounds"] = {};
  const understood: Understood[] = [];
  for (const [first, last] of pairs) {
    for (const bound of [first, last]) {
      const given = input[bound];
      if (given === undefined) continue;
      const { at, said } = resolveMoment(bound, given, clock, { end: bound === last });
      bounds[bound] = at;
      if (said !== undefined) understood.push({ said, as: bound, [bound === last ? "to" : "from"]: at });
    }
    const [begin, end] = [bounds[first], bounds[last]];
    if (begin !== undefined && end !== undefined && Date.parse(end) <= Date.parse(begin)) {
      throw invalidField(last, `must be after ${first}`);
    }
  }
  return { clock, bounds, understood };
}

/** The field of an answer that says so; none if nothing was said in words. */
export const shownTimes = (understood: Understood[]): { times?: Understood[] } =>
  understood.length === 0 ? {} : { times: understood };
