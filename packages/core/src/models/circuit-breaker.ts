import { PalimpsestError } from "@palimpsest/contract";
import type { Embedder } from "./embedder.js";

export interface CircuitBreakerOptions {
  /** How long an interactive call may take. */
  timeoutMs?: number;
  /** How long interactive calls fail at once after one has failed. */
  cooldownMs?: number;
}

/**
 * An embedder that keeps no user waiting: an interactive call has a few seconds, and after one has failed the next
 * ones fail at once until the cooldown is over. Background work is not limited.
 */
export function circuitBreaker(
  embedder: Embedder,
  { timeoutMs = 4_000, cooldownMs = 15_000 }: CircuitBreakerOptions = {},
): Embedder {
  let openUntil = 0;
  let lastError: PalimpsestError | undefined;
  const isOpen = () => performance.now() < openUntil;
  return {
    ...embedder,
    unavailableReason: () => (isOpen() ? lastError?.message : undefined),
    embed: async (texts, options = {}) => {
      if (!options.interactive) return embedder.embed(texts, options);
      if (isOpen()) throw lastError;
      const timeout = AbortSignal.timeout(timeoutMs);
      const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
      try {
        return await embedder.embed(texts, { ...options, signal });
      } catch (error) {
        if (error instanceof PalimpsestError && error.code === "MODEL_UNAVAILABLE") {
          lastError = error;
          openUntil = performance.now() + cooldownMs;
        }
        throw error;
      }
    },
  };
}
