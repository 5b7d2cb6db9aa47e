import type { PalimpsestContract, RawInputOf } from "@palimpsest/contract";
import { type EventSourceOptions, sentEvents } from "./event-source.js";
import type { CallOptions, Output } from "./operations.js";
import { delayBefore, isWorthRetrying, pause } from "./retry.js";

type DomainEvent = Output<"listDomainEvents">["events"][number];

/** An event, and the cursor after it: whoever stops here goes on from there. */
export type FollowedEvent = DomainEvent & { cursor: string };

export type FollowInput = Omit<RawInputOf<PalimpsestContract["listDomainEvents"]>, "limit">;

export interface FollowOptions extends Pick<CallOptions, "signal"> {
  /** The longest silence before the connection is made anew. The server says something every 15 seconds. Default 30. */
  timeoutMs?: number;
}

interface Following {
  source: Omit<EventSourceOptions, "url">;
  url: string;
  input: FollowInput;
  /** How often the first connection is tried again. Once it was there, it is made anew for as long as it takes. */
  retries: number;
  latest: () => Promise<string>;
}

/** Events as they are committed. A connection that is lost is made anew after the last event, so there is no gap. */
export async function* followEvents(given: Following): AsyncGenerator<FollowedEvent, void, undefined> {
  const { source, input, retries, latest } = given;
  const { signal } = source;
  let cursor = input.cursor;
  // Before the first event there is no cursor to go on from, and what comes meanwhile would be skipped.
  if (cursor === undefined && input.start === "latest") cursor = await latest();
  let connected = false;
  for (let failures = 0; ; ) {
    signal?.throwIfAborted();
    const query = new URLSearchParams();
    if (input.type !== undefined) query.set("type", input.type);
    if (cursor !== undefined) query.set("cursor", cursor);
    try {
      for await (const sent of sentEvents({ ...source, url: `${given.url}/v1/outbox/stream?${query}` })) {
        connected = true;
        failures = 0;
        if (sent.data === undefined) continue;
        cursor = sent.id;
        yield { ...(JSON.parse(sent.data) as DomainEvent), cursor };
      }
      // The server has ended it, for instance because it restarts.
      await pause(200, signal);
    } catch (error) {
      if (!isWorthRetrying(error, "read") || (!connected && failures >= retries)) throw error;
      const delay = delayBefore(failures, error);
      if (delay === undefined) throw error;
      failures += 1;
      await pause(delay, signal);
    }
  }
}
