import { PalimpsestClientError } from "./client-error.js";

/** Statuses after which the same request may succeed. */
const passing = new Set([429, 502, 503, 504]);

const firstDelayMs = 200;
const longestDelayMs = 5_000;
/** A server that asks for more than this is not waited for: its error goes to the caller, who knows better. */
const longestWaitMs = 30_000;

export function isWorthRetrying(error: unknown): error is PalimpsestClientError {
  if (!(error instanceof PalimpsestClientError)) return false;
  if (error.code === "NETWORK" || error.code === "TIMEOUT") return true;
  return error.status !== undefined && passing.has(error.status);
}

/** How long to wait before attempt `attempt + 1`, or undefined to give up. */
export function delayBefore(
  attempt: number,
  error: PalimpsestClientError,
  random = Math.random,
): number | undefined {
  if (error.retryAfter !== undefined) {
    const asked = error.retryAfter * 1_000;
    return asked > longestWaitMs ? undefined : asked + random() * firstDelayMs;
  }
  const ceiling = Math.min(longestDelayMs, firstDelayMs * 2 ** attempt);
  return ceiling / 2 + (random() * ceiling) / 2;
}

/** Waits, or rejects with the signal's reason as soon as it is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}
