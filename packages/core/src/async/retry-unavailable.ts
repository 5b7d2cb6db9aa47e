import { PalimpsestError } from "@palimpsest/contract";
import { retry } from "./retry.js";

/**
 * Tries again what failed with UNAVAILABLE and a time to retry after, such as opening a database that is just
 * starting. Any other error is thrown at once.
 */
export const retryUnavailable = <T>(work: () => Promise<T>, attempts = 6): Promise<T> =>
  retry(work, {
    attempts,
    delayMs: (error) =>
      error instanceof PalimpsestError && error.code === "UNAVAILABLE" && error.retryAfter !== undefined
        ? error.retryAfter * 500
        : undefined,
  });
