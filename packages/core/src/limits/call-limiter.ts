import { PalimpsestError } from "@palimpsest/contract";
import type { CallLimiter, Rate, RateLimit } from "../services.js";

interface Window {
  /** By the monotonic clock: an hour that the machine's clock is moved back is no hour of waiting. */
  startedAt: number;
  calls: number;
}

/** What a caller, the last served of so many, has done in its windows and does now. Those of others begin anew. */
const mostCallers = 100_000;

/** Counts the calls of this process: a fixed window for each caller and class, and how many run at once. */
export function callLimiter(now: () => number = performance.now.bind(performance)): CallLimiter {
  /** Those served last are last. A cache that keeps room for the most from the start takes 10 ms of each command. */
  const windows = new Map<string, Window>();
  const running = new Map<string, number>();
  const streaming = new Map<string, number>();

  const count = (caller: string, { name, requests, seconds }: RateLimit): Rate => {
    const key = `${name}\0${caller}`;
    const at = now();
    const last = windows.get(key);
    const isOpen = last !== undefined && at - last.startedAt < seconds * 1_000;
    const window = isOpen ? last : { startedAt: at, calls: 0 };
    windows.delete(key);
    windows.set(key, window);
    if (windows.size > mostCallers) windows.delete(windows.keys().next().value!);
    window.calls += 1;
    const leftSeconds = seconds - (at - window.startedAt) / 1_000;
    return {
      limit: requests,
      remaining: Math.max(0, requests - window.calls),
      resetAt: Math.ceil(Date.now() / 1_000 + leftSeconds),
      ...(window.calls > requests && { retryAfter: Math.max(1, Math.ceil(leftSeconds)) }),
    };
  };

  return {
    enter(caller, limit, atOnce, onCounted) {
      const rate = count(caller, limit);
      onCounted?.(rate);
      if (rate.retryAfter !== undefined) throw tooOften(limit, rate.retryAfter);
      if (countOf(running, caller) >= atOnce) throw tooMany(atOnce);
      return taken(running, caller);
    },
    open(caller, atOnce, streams) {
      if (countOf(streaming, caller) >= streams) throw tooManyStreams(streams);
      if (countOf(running, caller) >= atOnce) throw tooMany(atOnce);
      const [leave, close] = [taken(running, caller), taken(streaming, caller)];
      return () => {
        leave();
        close();
      };
    },
  };
}

const countOf = (counts: Map<string, number>, caller: string) => counts.get(caller) ?? 0;

/** Counts one more, until what it gives is called for the first time. */
function taken(counts: Map<string, number>, caller: string): () => void {
  counts.set(caller, countOf(counts, caller) + 1);
  let isTaken = true;
  return () => {
    if (!isTaken) return;
    isTaken = false;
    const left = countOf(counts, caller) - 1;
    if (left > 0) counts.set(caller, left);
    else counts.delete(caller);
  };
}

const tooOften = ({ name, requests, seconds }: RateLimit, retryAfter: number) =>
  new PalimpsestError(
    "RATE_LIMIT",
    `More than ${requests.toLocaleString("en-US")} calls of class ${name} in ${seconds} s.`,
    { retryAfter },
  );

const tooManyStreams = (streams: number) =>
  new PalimpsestError(
    "RATE_LIMIT",
    `More than ${streams.toLocaleString("en-US")} streams at once; close one, or read GET /v1/outbox by cursor.`,
    { retryAfter: 5 },
  );

const tooMany = (atOnce: number) =>
  new PalimpsestError(
    "RATE_LIMIT",
    `More than ${atOnce.toLocaleString("en-US")} calls at once; wait for an answer before the next call.`,
    { retryAfter: 1 },
  );
