export { insertAudit } from "./audit.sql.js";
export { auditSink } from "./audit-sink.js";
export { pruneAudit, prunedUntil } from "./chain/prune.sql.js";
export { placeId, pruneJob } from "./chain/pruned.js";
export { keepSealed } from "./chain/sealer.js";
export { entriesAbout } from "./list-audit.js";
export * as auditOperations from "./operations.js";
export { isStoredFirst } from "./stored-first.js";
