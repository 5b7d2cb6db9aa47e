export {
  type Analysed,
  analyse,
  embeddingText,
  searchText,
  type Utterance,
  vectorLiteral,
} from "./analyse.js";
export { contentDigest } from "./digest.js";
export { filterOf } from "./filter-of.js";
export {
  chunkKinds,
  isTrusted,
  type MemoryRow,
  type Trust,
  trustedFirst,
  trustOf,
} from "./memory.js";
export { placeOf, shownPlace } from "./place-of.js";
export { assertPlainNames } from "./plain-names.js";
export { admissionOf, assertMayFilter, byKey, type Filter, readByIds, readMemories } from "./read.js";
export { ownSpaceId } from "./space.js";
export { type Draft, insertMemory, type Prepared, prepareMemory } from "./write.js";
export { insertLinks, insertState } from "./write.sql.js";
