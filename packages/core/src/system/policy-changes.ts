import { kindNames, readChannel } from "@palimpsest/contract";
import type { Tx } from "../db/index.js";
import {
  type AppliedPolicy,
  changedSettings,
  defaultDocument,
  isMapping,
  overlay,
  type ParsedPolicy,
  type Policy,
  ttlOf,
} from "../policy/index.js";
import type { OperationContext } from "../services.js";
import { admittedNoMore, type Filter, filterOf } from "../substrate/index.js";

/** What would change if a policy came into force: settings, and what could no longer be read. */
export async function policyChanges(
  tx: Tx,
  { who, policy: now }: OperationContext,
  current: AppliedPolicy | undefined,
  { document, policy: next }: ParsedPolicy,
) {
  const whole = (over: unknown) => (isMapping(over) ? overlay(defaultDocument, over) : defaultDocument);
  const leave_channels = [];
  for (const channel of readChannel.options) {
    const readIn = (policy: Policy) => filterOf(policy, kindNames(), { channel });
    // What grows too old is told apart below.
    const left = await admittedNoMore(tx, who, readIn(now), { ...readIn(next), ttl: ttlOf(now) });
    if (left.count > 0) leave_channels.push({ channel, ...left });
  }
  const anywhere = (policy: Policy): Filter => ({
    ...{ kinds: kindNames(), classes: ["public", "internal", "pii", "secret"], includeQuarantined: true },
    // No memory is blocked in a channel of this name.
    ...{ channel: "any", ttl: ttlOf(policy) },
  });
  return {
    settings: changedSettings(whole(current?.document), whole(document)),
    leave_channels,
    expire: await admittedNoMore(tx, who, anywhere(now), anywhere(next)),
  };
}
