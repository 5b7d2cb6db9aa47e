export * as capsuleOperations from "./operations.js";
export { countAccess } from "./read/access.sql.js";
export {
  closedSince,
  type HandedCapsule,
  readCapsuleItems,
  readCapsules,
  revokedAmong,
} from "./read/handed-to-reader.sql.js";
export { capsulesHolding } from "./read/holding.sql.js";
export { capsuleExpiry } from "./write/expire-job.js";
