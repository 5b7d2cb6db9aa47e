export { documentDate } from "./document-date.js";
export { namedEntities, nameKeyOf } from "./entities/named-entities.js";
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
export { isLabelled } from "./layout/labels.js";
export { mergeEvents } from "./merge-events.js";
export type { Rejected, RejectionReason } from "./model/check-event.js";
export { extractByModel, type ModelExtraction } from "./model/extract-by-model.js";
export { promptVersion } from "./model/prompts.js";
