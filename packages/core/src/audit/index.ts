export { insertAudit } from "./audit.sql.js";
export { auditSink } from "./audit-sink.js";
export { listAudit } from "./list-audit.js";
export { isStoredFirst } from "./stored-first.js";
