import { LRUCache } from "lru-cache";
import type { Embedder } from "./embedder.js";

const MAX_ENTRIES = 1_000;
const MAX_CHARS = 2_000;

/**
 * Keeps the vectors of the last queries, for embedders that are slow or cost money. Documents are not cached:
 * each is embedded only once. Failures are not cached.
 */
export function cachedEmbedder(embedder: Embedder, maxEntries = MAX_ENTRIES): Embedder {
  const cache = new LRUCache<string, Float32Array>({ max: maxEntries });
  return {
    ...embedder,
    embed: async (texts, options = {}) => {
      if (options.purpose !== "query") return embedder.embed(texts, options);
      const known = texts.map((text) => cache.get(text));
      const missing = [...new Set(texts.filter((_, i) => !known[i]))];
      const made = missing.length > 0 ? await embedder.embed(missing, options) : [];
      const fresh = new Map(missing.map((text, i) => [text, made[i]!]));
      for (const [text, vector] of fresh) if (text.length <= MAX_CHARS) cache.set(text, vector);
      return texts.map((text, i) => known[i] ?? fresh.get(text)!);
    },
  };
}
