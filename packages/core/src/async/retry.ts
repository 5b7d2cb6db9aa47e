import { setTimeout as sleep } from "node:timers/promises";

export interface RetryOptions {
  /** How often the work is tried in all. */
  attempts: number;
  /** Milliseconds to wait before the next attempt; undefined if another one would fail as well. */
  delayMs(error: unknown, failures: number): number | undefined;
  /** Ends a wait between two attempts. */
  signal?: AbortSignal;
}

/** Runs the work until it succeeds, and throws its last error where no attempt is left or worthwhile. */
export async function retry<T>(
  work: () => Promise<T>,
  { attempts, delayMs, signal }: RetryOptions,
): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await work();
    } catch (error) {
      const delay = failures < attempts ? delayMs(error, failures) : undefined;
      if (delay === undefined) throw error;
      if (delay > 0) await sleep(delay, undefined, { signal });
    }
  }
}
