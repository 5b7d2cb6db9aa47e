import { setTimeout as wait } from "node:timers/promises";
import { PalimpsestError } from "@palimpsest/contract";

const MAX_RETRY_AFTER = 30;

export interface RetryOptions {
  attempts: number;
  /** The first pause is at most this long, the next at most twice as long, and so on. */
  backoffMs: number;
  signal?: AbortSignal;
}

/** A failure that may pass. `retryAfter` is what the other side asked for, in seconds. */
export class PassingFailure extends Error {
  constructor(
    message: string,
    readonly retryAfter?: number,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/**
 * Tries again after a passing failure, with pauses that double and are drawn at random from nothing up to
 * their full length, so that many clients do not come back together. Any other failure ends it.
 */
export async function withRetry<T>(
  what: string,
  options: RetryOptions,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof PassingFailure)) throw error;
      if (tried >= options.attempts) {
        throw new PalimpsestError("MODEL_UNAVAILABLE", `${what}: ${error.message} (${tried} attempts).`, {
          retryAfter: error.retryAfter ?? 5,
          cause: error,
        });
      }
      const backoff = Math.random() * options.backoffMs * 2 ** (tried - 1);
      await pause(what, Math.max(backoff, (error.retryAfter ?? 0) * 1_000), options.signal);
    }
  }
}

async function pause(what: string, ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch (cause) {
    throw cancelled(what, cause);
  }
}

export const cancelled = (what: string, cause: unknown) =>
  new PalimpsestError("MODEL_UNAVAILABLE", `${what}: the call was cancelled.`, { cause, retryAfter: 1 });

/** Seconds or a date, never more than half a minute; undefined if it says neither. */
export function parseRetryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(Math.ceil(seconds), 0), MAX_RETRY_AFTER);
}
