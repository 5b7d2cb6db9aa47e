import { channelMask } from "./boundary/channel-mask.js";
import { boundaryClasses, sensitivityOf } from "./boundary-class.js";
import { readRulesOf } from "./invariants/invariants.js";
import type { Policy } from "./policy.js";
import { ttlOf } from "./scopes.js";

/** The classes that may be read in a channel; without one, the lowest alone. */
export function classesFor(
  { channels }: Pick<Policy, "channels">,
  channel: keyof Policy["channels"] | undefined,
): (typeof boundaryClasses)[number][] {
  const highest = channel === undefined ? "public" : channels[channel].clearance;
  return boundaryClasses.slice(0, boundaryClasses.indexOf(highest) + 1);
}

/**
 * What may be used in a channel: of these classes, said in these channels, not too old, and as the invariants say. Without
 * a channel, said anywhere. With a reader, the invariants are about this one, whoever reads in its name.
 */
export const clearanceOf = (
  policy: Pick<
    Policy,
    "channels" | "scopes" | "retention" | "invariants" | "boundary_classes" | "redact_policies"
  >,
  channel: keyof Policy["channels"] | undefined,
  reader?: { type: string; id: string },
) => ({
  channel,
  ttl: ttlOf(policy),
  rules: readRulesOf(policy, reader),
  mask: channelMask(policy, channel, classesFor(policy, channel)),
  classes: classesFor(policy, channel),
  saidIn: channel === undefined ? undefined : policy.channels[channel].reads,
});

/** The classes of a channel in the words of recorded events. */
export const sensitivitiesFor = (policy: Pick<Policy, "channels">, channel: keyof Policy["channels"]) =>
  classesFor(policy, channel).map((name) => sensitivityOf[name]);
