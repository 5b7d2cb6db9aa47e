export {
  type EventCategory,
  type Evidence,
  type ExtractedEntity,
  type ExtractedEvent,
  type Extraction,
  eventCategories,
  type SourceDocument,
} from "./event.js";
export { chunkOf, type TextChunk } from "./evidence/chunk-of.js";
export { type EvidenceFault, type Verified, verifyEvidence } from "./evidence/verify-evidence.js";
export { extractByRules } from "./extract-by-rules.js";
export { mergeEvents } from "./merge-events.js";
