export { capsuleAnalytics, getCapsule, listCapsules } from "./read.js";
export { createCapsule, forwardCapsule, revokeCapsule } from "./share.js";
