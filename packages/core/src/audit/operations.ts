/** The operations of this room, named as in the contract. */
export { listAuditAnchors, verifyAudit } from "./chain/verify-audit.js";
export { listAudit } from "./list-audit.js";
