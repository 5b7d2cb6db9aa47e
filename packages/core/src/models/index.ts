export { builtinEmbedder } from "./builtin-embedder.js";
export { cachedEmbedder } from "./cached-embedder.js";
export type { Embedder, EmbedOptions } from "./embedder.js";
export { type EmbedderOptions, openEmbedder } from "./open-embedder.js";
