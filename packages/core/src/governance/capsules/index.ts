export { countAccess } from "./access.sql.js";
export { capsuleAnalytics } from "./capsule-analytics.js";
export { readRisks } from "./capsule-text.js";
export { createCapsule } from "./create-capsule.js";
export { forwardCapsule } from "./forward-capsule.js";
export { getCapsule } from "./get-capsule.js";
export { listCapsules } from "./list-capsules.js";
export { revokeCapsule } from "./revoke-capsule.js";
