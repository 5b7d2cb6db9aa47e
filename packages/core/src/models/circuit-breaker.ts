import { PalimpsestError } from "@palimpsest/contract";
import type { Embedder } from "./embedder.js";

export interface Patience {
  /** How long somebody who waits is kept waiting. */
  mostMs?: number;
  /** For how long after that nobody is. */
  restMs?: number;
}

/**
 * An embedder that does not keep people waiting: for callers that say they wait it has a few seconds, and after it
 * failed one of them the next are told at once, until it has rested. Jobs have all the time that the retries take.
 */
export function circuitBreaker(
  embedder: Embedder,
  { mostMs = 4_000, restMs = 15_000 }: Patience = {},
): Embedder {
  let restsUntil = 0;
  let why: PalimpsestError | undefined;
  return {
    ...embedder,
    trouble: () => (Date.now() < restsUntil ? why?.message : undefined),
    embed: async (texts, options = {}) => {
      if (!options.waiting) return embedder.embed(texts, options);
      if (Date.now() < restsUntil) throw why;
      const limit = AbortSignal.timeout(mostMs);
      const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
      try {
        return await embedder.embed(texts, { ...options, signal });
      } catch (error) {
        if (error instanceof PalimpsestError && error.code === "MODEL_UNAVAILABLE") {
          why = error;
          restsUntil = Date.now() + restMs;
        }
        throw error;
      }
    },
  };
}
