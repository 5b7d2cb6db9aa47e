import { authenticate, eventCursors, type Memory } from "@palimpsest/core";
import type { FollowedEvent, FollowInput, FollowOptions } from "../follow-events.js";
import type { Output } from "../operations.js";
import { pause } from "../retry.js";
import type { Identity } from "./call-in-process.js";

const lookMs = 300;

/** Events as they are committed, by looking for them: other processes may write to the same store. */
export async function* followInProcess(
  memory: Memory,
  identity: Identity,
  list: (input: object, options: FollowOptions) => Promise<Output<"listDomainEvents">>,
  input: FollowInput,
  { signal, timeoutMs }: FollowOptions,
): AsyncGenerator<FollowedEvent, void, undefined> {
  let { cursor } = input;
  for (;;) {
    const page = await list({ ...input, cursor, limit: 100 }, { signal, timeoutMs });
    const who = await authenticate(memory.services, { kind: "local", ...identity });
    const cursorOf = eventCursors({ who, digestKey: await memory.services.tenants.digestKey(who.tenantId) });
    for (const event of page.events) yield { ...event, cursor: cursorOf(event.event_id) };
    cursor = page.next_cursor;
    if (!page.has_more) await pause(lookMs, signal);
  }
}
