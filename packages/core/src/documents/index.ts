export { type EventEdit, eventEdits, sameEvents } from "./events/carry/same-events.sql.js";
export { evidenceOf, type KeptEvidence } from "./events/evidence.js";
export { extractEvents } from "./events/extract-job.js";
export { type Stretch, standingWords } from "./events/extraction.sql.js";
export {
  type ArtifactHead,
  deletedDocumentOf,
  hasMorePassages,
  headIdOfUid,
  type Parts,
  partsOf,
} from "./head.sql.js";
export { insertLongTexts, type LongText, prepareLongText } from "./ingest/long-text.js";
export { perTransactionChars, slicesOfText } from "./ingest/slices-of-text.js";
export { comeIntoForce, type Staged, withStaged } from "./ingest/stage-text.js";
export * as documentOperations from "./operations.js";
export { artifactTexts } from "./read/artifact-texts.js";
export { artifactNotFound } from "./read/find-artifact.js";
export { saidElsewhere } from "./read/other-revisions.js";
export { isPassageId, noteWithheld, overlapping } from "./read/overlapping.sql.js";
export { findOwnOrReadable } from "./read/own-or-readable.js";
export { documentExpiry } from "./retention/document-expiry.js";
export { insertOutputs, joinArtifact, liveArtifacts } from "./tool-output.sql.js";
