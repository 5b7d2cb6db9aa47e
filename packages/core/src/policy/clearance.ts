import type { Policy } from "./policy.js";

/** Classes that a channel may be cleared for, lowest first. `secret` is not among them: no channel reads it. */
export const boundaryClasses = ["public", "internal", "pii"] as const;

/** How callers say how sensitive something is, as the class that it is kept with. */
export const classOf = { none: "public", low: "internal", high: "pii", secret: "secret" } as const;
const sensitivityOf = { public: "none", internal: "low", pii: "high" } as const;

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
