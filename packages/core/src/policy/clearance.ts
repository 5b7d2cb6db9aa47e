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
 * a channel, said anywhere.
 */
export const clearanceOf = (
  policy: Pick<
    Policy,
    "channels" | "scopes" | "retention" | "invariants" | "boundary_classes" | "redact_policies"
  >,
  channel: keyof Policy["channels"] | undefined,
) => ({
  channel,
  ttl: ttlOf(policy),
  rules: readRulesOf(policy),
  mask: channelMask(policy, channel, classesFor(policy, channel)),
  classes: classesFor(policy, channel),
  saidIn: channel === undefined ? undefined : policy.channels[channel].reads,
});

/** The classes of a channel in the words of recorded events. */
export const sensitivitiesFor = (policy: Pick<Policy, "channels">, channel: keyof Policy["channels"]) =>
  classesFor(policy, channel).map((name) => sensitivityOf[name]);

/** An earlier policy, with no channel cleared for more, or reading more channels or older memories, than now, and with the invariants of now. */
export function withinClearance(earlier: Policy, now: Policy): Policy {
  const channels = { ...now.channels };
  for (const name of Object.keys(channels) as (keyof typeof channels)[]) {
    const [then, today] = [earlier.channels[name], now.channels[name]];
    const lower =
      boundaryClasses.indexOf(then.clearance) < boundaryClasses.indexOf(today.clearance) ? then : today;
    channels[name] = {
      clearance: lower.clearance,
      reads: today.reads.filter((channel) => then.reads.includes(channel)),
    };
  }
  return { ...earlier, channels, scopes: now.scopes, retention: now.retention, invariants: now.invariants };
}
