export { countAccess } from "./read/access.sql.js";
export { capsuleAnalytics } from "./read/capsule-analytics.js";
export { getCapsule } from "./read/get-capsule.js";
export {
  closedSince,
  type HandedCapsule,
  readCapsuleItems,
  readCapsules,
  revokedAmong,
} from "./read/handed-to-reader.sql.js";
export { capsulesHolding } from "./read/holding.sql.js";
export { listCapsules } from "./read/list-capsules.js";
export { createCapsule } from "./write/create-capsule.js";
export { capsuleExpiry } from "./write/expire-job.js";
export { forwardCapsule } from "./write/forward-capsule.js";
export { revokeCapsule } from "./write/revoke-capsule.js";
