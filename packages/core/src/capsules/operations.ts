/** The operations of this room, named as in the contract. */
export { capsuleAnalytics } from "./read/capsule-analytics.js";
export { getCapsule } from "./read/get-capsule.js";
export { listCapsules } from "./read/list-capsules.js";
export { createCapsule } from "./write/create-capsule.js";
export { forwardCapsule } from "./write/forward-capsule.js";
export { revokeCapsule } from "./write/revoke-capsule.js";
