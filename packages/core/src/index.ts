export { ownTurn, retryUnavailable, withTimeout } from "./async/index.js";
export { shortByline } from "./context/index.js";
export {
  assertServingRole,
  assertWorkerRole,
  createLogin,
  type Database,
  type DatabaseOptions,
  type DatabaseStatus,
  descriptorLimit,
  isRecentPgvector,
  mayRunJobs,
  migratePrint,
  migrateStatus,
  migrateUp,
  minimumPgvector,
  minimumPostgres,
  mostConnections,
  noJobsHere,
  openDatabase,
  openToOthers,
  type Tx,
} from "./db/index.js";
export { type Answer, type Call, dispatch, openStream, UnreadInput } from "./dispatch.js";
export {
  type EventCategory,
  type ExtractedEvent,
  type Extraction,
  eventCategories,
  extractByRules,
  type SourceDocument,
  verifyEvidence,
} from "./extraction/index.js";
export { isAudited, policyVersionOf } from "./failed-under.js";
export {
  assertPermitted,
  authenticate,
  type Credential,
  impersonated,
  localPrincipal,
  type Principal,
  systemPrincipal,
} from "./identity/index.js";
export { jobKinds } from "./job-kinds.js";
export {
  collectStatistics,
  type JobKind,
  type RunEnd,
  runDueJobs,
  startWorker,
  type Worker,
  type WorkerOptions,
} from "./jobs/index.js";
export { type ChatModelOptions, type Embedder, type EmbedderOptions, openEmbedder } from "./models/index.js";
export { type Memory, type MemoryOptions, openMemory } from "./open-memory.js";
export { eventCursors, lastEvent } from "./outbox/index.js";
export { assertWhole, defaultPolicy, parsePolicyText } from "./policy/index.js";
export { nameLine, type ReadDocument, type ReadResult, readableEndings, readFile } from "./readers/index.js";
export { rankingLengths } from "./retrieval/index.js";
export type { Rate, Services, Settings, Surface } from "./services.js";
export { ensureVectorIndex, type VectorIndexes, vectorIndexState } from "./substrate/index.js";
export {
  healthOf,
  type Probe,
  probesOf,
  rebuildAdvice,
  runProbes,
  staleIndexes,
  staleIndexNote,
} from "./system/index.js";
export { countTokens, cutText, type Finding, findSensitive, holdsSecret } from "./text/index.js";
export { assertOutside, type InTransactionOptions, type OpenTransaction } from "./transaction/index.js";
