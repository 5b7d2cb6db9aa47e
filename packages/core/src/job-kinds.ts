import { capsuleExpiry } from "./capsules/index.js";
import { documentExpiry, extractEvents } from "./documents/index.js";
import { erasureJob } from "./erasure/index.js";
import { editFold, foldAgain, renewMemories, rollbackUndo, writerRollback } from "./governance/index.js";
import { auditCleanup, idempotencyCleanup, type JobKind, jobCleanup, memoryExpiry } from "./jobs/index.js";
import {
  embeddingFill,
  embeddingSwitch,
  lexicalRebuild,
  staleIndexRebuild,
  toldTimesFill,
  wordsDigest,
} from "./system/index.js";

/** Every kind of job that a worker of this version runs. */
export const jobKinds: readonly JobKind[] = [
  auditCleanup,
  capsuleExpiry,
  documentExpiry,
  editFold,
  embeddingFill,
  embeddingSwitch,
  erasureJob,
  extractEvents(renewMemories, foldAgain),
  idempotencyCleanup,
  jobCleanup,
  lexicalRebuild,
  memoryExpiry,
  rollbackUndo,
  staleIndexRebuild,
  toldTimesFill,
  wordsDigest,
  writerRollback,
];
