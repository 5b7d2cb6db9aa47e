export { type Admitted, admit } from "./admit.sql.js";
export {
  type Analysed,
  analyse,
  embeddingText,
  searchText,
  type Utterance,
  vectorLiteral,
} from "./analyse.js";
export { countByKind } from "./count-memories.sql.js";
export { contentDigest } from "./digest.js";
export { filterOf } from "./filter-of.js";
export { fetchLexicon, maxTerms } from "./lexicon/lexicon.sql.js";
export { type Changed, changedSince, lexemesOf, lexiconAt, postingsBefore } from "./lexicon/past.sql.js";
export { type Lexicon, maxPostings, type TermPostings } from "./lexicon/postings.js";
export {
  countStaleIndexes,
  type IndexedText,
  indexedTexts,
  lexicalStatus,
  replacePostings,
  scheduleStaleRebuilds,
  setLexicalVersion,
} from "./lexicon/rebuild.sql.js";
export { type Derived, type DerivedMemories, derivedFrom, type Reach } from "./links/derived.js";
export { liveKinds } from "./live-memories.sql.js";
export {
  chunkKinds,
  composed,
  isTrusted,
  type MemoryRow,
  type Trust,
  trustedFirst,
  trustOf,
} from "./memory.js";
export { placeOf, shownPlace } from "./place-of.js";
export { assertPlainNames } from "./plain-names.js";
export { admissionOf, assertMayFilter, byKey, type Filter, readByIds, readMemories } from "./read.js";
export { nearest } from "./vectors/nearest.sql.js";
export { ownSpaceId } from "./vectors/own-space.js";
export { spaceState } from "./vectors/space.sql.js";
export { findSpaces, type Space, spaceProgress } from "./vectors/space-list.sql.js";
export type { SpaceVector } from "./vectors/space-vector.js";
export { ensureVectorIndex, type VectorIndexes } from "./vectors/vector-index.js";
export {
  isRetracted,
  joinMemory,
  joinMemoryByKey,
  type MemoryKey,
  unexpired,
  visibleMemory,
} from "./visible-memory.sql.js";
export { type Draft, insertMemory, type Prepared, prepareMemory } from "./write.js";
export { insertLinks, insertState } from "./write.sql.js";
