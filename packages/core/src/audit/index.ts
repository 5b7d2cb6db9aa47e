export { insertAudit } from "./audit.sql.js";
export { auditSink } from "./audit-sink.js";
export { keepSealed } from "./chain/sealer.js";
export { entriesAbout } from "./list-audit.js";
export * as auditOperations from "./operations.js";
export { isStoredFirst } from "./stored-first.js";
