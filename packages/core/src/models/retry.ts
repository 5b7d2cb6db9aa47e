import { PalimpsestError } from "@palimpsest/contract";
import { retry } from "../async/index.js";

const MAX_RETRY_AFTER = 30;

export interface RetryOptions {
  attempts: number;
  /** The longest first delay; each later one may be twice as long as the one before. */
  backoffMs: number;
  signal?: AbortSignal;
}

/** A failure after which the same call may succeed. `retryAfter` is what the service asked for, in seconds. */
export class TemporaryFailure extends Error {
  constructor(
    message: string,
    readonly retryAfter?: number,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/**
 * Tries again after a temporary failure. The longest delay doubles each time, and the delay is random up to it, so
 * that many clients do not come back together. Any other failure is thrown at once.
 */
export async function withRetry<T>(
  what: string,
  options: RetryOptions,
  attempt: () => Promise<T>,
): Promise<T> {
  const { attempts, backoffMs, signal } = options;
  const delayMs = (error: unknown, failures: number) => delayAfter(error, failures, backoffMs);
  try {
    return await retry(attempt, { attempts, delayMs, signal });
  } catch (error) {
    if (error instanceof TemporaryFailure) {
      throw new PalimpsestError("MODEL_UNAVAILABLE", `${what}: ${error.message} (${attempts} attempts).`, {
        retryAfter: error.retryAfter ?? 5,
        cause: error,
      });
    }
    if (signal?.aborted && !(error instanceof PalimpsestError)) throw cancelled(what, error);
    throw error;
  }
}

/** Milliseconds to wait after a temporary failure: at least as long as the service asks. */
export function delayAfter(error: unknown, failures: number, backoffMs: number): number | undefined {
  if (!(error instanceof TemporaryFailure)) return undefined;
  const backoff = Math.random() * backoffMs * 2 ** (failures - 1);
  return Math.max(backoff, (error.retryAfter ?? 0) * 1_000);
}

export const cancelled = (what: string, cause: unknown) =>
  new PalimpsestError("MODEL_UNAVAILABLE", `${what}: the call was cancelled.`, { cause, retryAfter: 1 });

/** The seconds that a Retry-After header asks for, at most so many; undefined if it holds neither seconds nor a date. */
export function parseRetryAfter(
  header: string | null,
  now = Date.now(),
  max = MAX_RETRY_AFTER,
): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(Math.ceil(seconds), 0), max);
}
