export { builtinEmbedder } from "./builtin-embedder.js";
export type { Embedder, EmbedOptions } from "./embedder.js";
