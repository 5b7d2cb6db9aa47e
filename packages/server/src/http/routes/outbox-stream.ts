import { setTimeout } from "node:timers/promises";
import { type OutputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import {
  authenticate,
  eventCursors,
  lastEvent,
  type Memory,
  openStream,
  type Principal,
  type Rate,
} from "@palimpsest/core";
import type { Config } from "../../config/index.js";
import type { Log } from "../../observe/index.js";
import { credentialOf } from "../../surface/credential.js";
import { outboxStreamPath } from "../../surface/routes.js";
import type { App } from "../app-env.js";
import { readQuery } from "../request/query.js";

type Page = OutputOf<PalimpsestContract["listDomainEvents"]>;

interface StreamOptions {
  memory: Memory;
  config: Config;
  log: Log;
  /** True once the process is shutting down: streams end, and their readers come back to another one. */
  draining: () => boolean;
  /** How often a stream says that it is still there. */
  commentMs?: number;
}

/** How often a stream looks whether there is more. Streams of one tenant share the look. */
const lookMs = 300;

/** The outbox as server-sent events: what there is already, then each event within a second of its commit. */
export function outboxStream(app: App, options: StreamOptions): void {
  const { memory, config, log, commentMs = 15_000 } = options;
  const last = sharedLook(memory);
  const open = new Set<object>();
  app.get(outboxStreamPath, async (c) => {
    c.set("operation", "outbox_stream");
    const { requestId, traceId } = c.get("ids");
    const credential = credentialOf(c.req.raw.headers, config.auth);
    const { cursor: given, ...query } = readQuery(new URL(c.req.url).searchParams, {});
    if (Object.hasOwn(query, "limit")) throw noLimit();
    const who = await authenticate(memory.services, credential);
    const readAfter = async (cursor: unknown, ofStream = true): Promise<Page> => {
      // Read as any list is: authenticated, authorised, checked and audited each time.
      const call = {
        operation: "listDomainEvents",
        credential,
        surface: "rest",
        requestId,
        traceId,
        ofStream,
        onCounted: (rate: Rate) => c.set("rate", rate),
      } as const;
      return (await memory.dispatch({ ...call, input: { ...query, limit: 100, cursor } })).output;
    };
    const seen = await last(who);
    const page = await readAfter(c.req.header("last-event-id") || given, false);
    const { digestKey } = memory.services.tenants;
    const cursorOf = eventCursors({ who, digestKey: await digestKey(who.tenantId) });

    const ended = new AbortController();
    let leave = () => {};
    const stop = () => {
      leave();
      open.delete(ended);
      ended.abort();
    };
    const parts = follow({
      first: page,
      seen,
      readAfter,
      cursorOf,
      last: () => last(who),
      stillKnown: () => authenticate(memory.services, credential),
      over: () => ended.signal.aborted || options.draining(),
      signal: ended.signal,
      commentMs,
    });
    const encoder = new TextEncoder();
    // Nothing is read ahead: a reader that is slow, or of whom only the headers are wanted, costs nothing.
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const next = await parts.next().catch((err: unknown) => {
            log.warn({ err, requestId, traceId }, "a stream of events ended early");
            return { done: true as const, value: undefined };
          });
          if (!next.done) return controller.enqueue(encoder.encode(next.value));
          stop();
          controller.close();
        },
        cancel: stop,
      },
      { highWaterMark: 0 },
    );
    const { method, signal: gone } = c.req.raw;
    // Nobody reads the body of a HEAD, or of a reader who has left meanwhile.
    if (method !== "HEAD" && !gone.aborted) {
      leave = await openStream(memory.services, who, Math.floor(config.maxStreams / 4));
      if (open.size >= config.maxStreams) {
        leave();
        throw tooMany(config.maxStreams);
      }
      open.add(ended);
      if (gone.aborted) stop();
      gone.addEventListener("abort", stop, { once: true });
    }
    return c.body(body, 200, { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" });
  });
}

interface Following {
  first: Page;
  /** The last event of all before the first page was read. */
  seen: string | undefined;
  readAfter(cursor: string): Promise<Page>;
  cursorOf(eventId: string): string;
  last(): Promise<string | undefined>;
  /** Throws if the credential is no longer good. */
  stillKnown(): Promise<unknown>;
  over(): boolean;
  signal: AbortSignal;
  commentMs: number;
}

async function* follow(given: Following): AsyncGenerator<string, void> {
  const { readAfter, cursorOf, last, stillKnown, over, signal, commentMs } = given;
  let { first: page, seen } = given;
  // The first bytes tell the reader that it is connected.
  yield comment("open");
  let commentedAt = performance.now();
  for (;;) {
    for (const event of page.events) yield asText(cursorOf(event.event_id), event);
    while (!page.has_more) {
      if (performance.now() - commentedAt >= commentMs) {
        await stillKnown();
        commentedAt = performance.now();
        yield comment("still here");
      }
      // Ended while it waited: `over` says so next.
      await setTimeout(lookMs, undefined, { signal }).catch(() => undefined);
      if (over()) return;
      const now = await last();
      if (now === seen) continue;
      seen = now;
      break;
    }
    if (over()) return;
    page = await readAfter(page.next_cursor);
  }
}

const comment = (text: string) => `: ${text}\n\n`;

/** JSON holds no line break of its own, so the data is one line. */
const asText = (id: string, event: Page["events"][number]) =>
  `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

/** The last event of a tenant, asked at most once in a while for all of its streams. */
function sharedLook({ services }: Memory): (who: Principal) => Promise<string | undefined> {
  const looks = new Map<string, { at: number; found: Promise<string | undefined> }>();
  return (who) => {
    const now = performance.now();
    for (const [tenant, { at }] of looks) if (now - at > lookMs / 2) looks.delete(tenant);
    const known = looks.get(who.tenantId);
    if (known) return known.found;
    const found = services.db.transaction(who, lastEvent, { readOnly: true });
    looks.set(who.tenantId, { at: now, found });
    return found;
  };
}

const tooMany = (most: number) =>
  new PalimpsestError(
    "UNAVAILABLE",
    `This server has ${most} streams of events open, as many as it takes (PALIMPSEST_MAX_STREAMS). Try later, or read GET /v1/outbox by cursor.`,
    { retryAfter: 5 },
  );

const noLimit = () =>
  new PalimpsestError("VALIDATION_ERROR", "A stream has no limit; leave it out.", {
    details: [{ path: "limit", message: "a stream takes cursor, type and start" }],
  });
