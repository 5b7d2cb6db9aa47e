import { boundaryClasses, sensitivityOf } from "./boundary-class.js";
import type { Policy } from "./policy.js";

/** The classes that may be read in a channel; without one, the lowest alone. */
export function classesFor(
  { channels }: Pick<Policy, "channels">,
  channel: keyof Policy["channels"] | undefined,
): (typeof boundaryClasses)[number][] {
  const highest = channel === undefined ? "public" : channels[channel].clearance;
  return boundaryClasses.slice(0, boundaryClasses.indexOf(highest) + 1);
}

/** The same in the words of recorded events. */
export const sensitivitiesFor = (policy: Pick<Policy, "channels">, channel: keyof Policy["channels"]) =>
  classesFor(policy, channel).map((name) => sensitivityOf[name]);
