export { builtinEmbedder } from "./builtin-embedder.js";
export { cachedEmbedder } from "./cached-embedder.js";
export { type Embedder, type EmbedOptions, type Thresholds, thresholdsOf } from "./embedder.js";
export { type EmbedderOptions, openEmbedder } from "./open-embedder.js";
