import { builtinEmbedder } from "./builtin/builtin-embedder.js";
import { cachedEmbedder } from "./cached-embedder.js";
import { circuitBreaker } from "./circuit-breaker.js";
import type { Embedder } from "./embedder.js";
import { type OpenaiEmbedderOptions, openOpenaiEmbedder } from "./openai-embedder.js";
import { openTransformersEmbedder } from "./transformers-embedder.js";

export interface EmbedderOptions extends OpenaiEmbedderOptions {
  /** `auto`: an OpenAI-compatible endpoint if a key or an address is set, else the built-in one. */
  provider: "auto" | "builtin" | "openai" | "transformers";
}

export async function openEmbedder({ provider, ...options }: EmbedderOptions): Promise<Embedder> {
  const chosen = provider === "auto" ? (options.apiKey || options.baseUrl ? "openai" : "builtin") : provider;
  switch (chosen) {
    case "builtin":
      return builtinEmbedder();
    case "openai":
      return cachedEmbedder(circuitBreaker(await openOpenaiEmbedder(options)));
    case "transformers":
      return cachedEmbedder(await openTransformersEmbedder(options));
  }
}
