import type { Embedder } from "./embedder.js";

const MAX_ENTRIES = 1_000;
const MAX_CHARS = 2_000;

/**
 * Remembers the vectors of the last queries, for embedders that take long or cost money. Documents pass
 * through: each is embedded once anyway. Failures are not remembered.
 */
export function cachedEmbedder(embedder: Embedder, maxEntries = MAX_ENTRIES): Embedder {
  const cache = new Map<string, Float32Array>();

  function recall(text: string): Float32Array | undefined {
    const vector = cache.get(text);
    if (vector) {
      cache.delete(text);
      cache.set(text, vector);
    }
    return vector;
  }

  function remember(text: string, vector: Float32Array): void {
    if (text.length > MAX_CHARS) return;
    cache.set(text, vector);
    for (const oldest of cache.keys()) {
      if (cache.size <= maxEntries) return;
      cache.delete(oldest);
    }
  }

  return {
    ...embedder,
    embed: async (texts, options = {}) => {
      if (options.purpose !== "query") return embedder.embed(texts, options);
      const known = texts.map(recall);
      const missing = [...new Set(texts.filter((_, i) => !known[i]))];
      const made = missing.length > 0 ? await embedder.embed(missing, options) : [];
      const fresh = new Map(missing.map((text, i) => [text, made[i]!]));
      for (const [text, vector] of fresh) remember(text, vector);
      return texts.map((text, i) => known[i] ?? fresh.get(text)!);
    },
  };
}
