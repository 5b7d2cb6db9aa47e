export { embeddingFill } from "./embeddings/fill-job.js";
export { embeddingSwitch } from "./embeddings/switch-job.js";
export { lexicalRebuild, staleIndexRebuild } from "./lexical-index/rebuild-job.js";
export { rebuildAdvice, staleIndexes, staleIndexNote } from "./lexical-index/stale-indexes.js";
export * as systemOperations from "./operations.js";
export { extractorOf } from "./status.js";
export { toldTimesFill } from "./told-times.js";
export { version } from "./version.js";
export { wordsDigest } from "./words-digest.js";
