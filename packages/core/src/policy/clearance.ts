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

/** An earlier policy, with no channel cleared for more than it is cleared for now. */
export function withinClearance(earlier: Policy, now: Policy): Policy {
  const rank = (policy: Policy, name: keyof Policy["channels"]) =>
    boundaryClasses.indexOf(policy.channels[name].clearance);
  const channels = { ...now.channels };
  for (const name of Object.keys(channels) as (keyof typeof channels)[]) {
    if (rank(earlier, name) < rank(now, name)) channels[name] = earlier.channels[name];
  }
  return { ...earlier, channels };
}
