import type { Effect } from "@palimpsest/contract";
import { PalimpsestClientError } from "./client-error.js";

/** Statuses after which the same request may succeed. */
const temporary = new Set([429, 502, 503, 504]);
/** Of a connection that was never made. */
const unreached = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);

const firstDelayMs = 200;
const longestDelayMs = 5_000;
/** A server that asks for more than this is not waited for: its error goes to the caller, who knows better. */
const longestWaitMs = 30_000;

/** Whether the same call may succeed later, and repeating it leaves nothing behind twice. */
export function isWorthRetrying(error: unknown, effect: Effect): error is PalimpsestClientError {
  if (!(error instanceof PalimpsestClientError)) return false;
  // It has no idempotency key, so after a lost answer a second call would leave a second receipt.
  if (effect === "recorded-read" && !wasNotRun(error)) return false;
  if (error.code === "NETWORK" || error.code === "TIMEOUT") return true;
  return error.status !== undefined && temporary.has(error.status);
}

/** The call did not reach the server, or the server itself says that it did not run it. */
function wasNotRun({ code, status, cause }: PalimpsestClientError): boolean {
  if (code === "NETWORK") return unreached.has(systemCodeOf(cause));
  return code !== "INVALID_RESPONSE" && status !== undefined;
}

/** Node's fetch gives the reason as the cause of its error; a browser's gives none. */
function systemCodeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return typeof code === "string" ? code : "";
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
