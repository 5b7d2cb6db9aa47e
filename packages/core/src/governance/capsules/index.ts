export { capsuleAnalytics } from "./capsule-analytics.js";
export { createCapsule } from "./create-capsule.js";
export { forwardCapsule } from "./forward-capsule.js";
export { getCapsule } from "./get-capsule.js";
export { listCapsules } from "./list-capsules.js";
export { revokeCapsule } from "./revoke-capsule.js";
