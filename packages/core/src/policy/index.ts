export { classOf } from "./boundary-class.js";
export { classesFor, sensitivitiesFor, withinClearance } from "./clearance.js";
export { defaultPolicy, defaultPolicyYaml } from "./default-policy.js";
export type { PolicyInForce } from "./in-force.js";
export { invalidPolicy, type ParsedPolicy, parsePolicy } from "./parse-policy.js";
export type { EditRule, Policy } from "./policy.js";
export {
  findApplied,
  insertPolicy,
  lockPolicy,
  readPolicy,
  readPolicyVersion,
} from "./policy.sql.js";
export { type PolicyCache, policyCache } from "./policy-cache.js";
export { isHigher, normaliseVersion } from "./version.js";
export { assertWithin } from "./within-limit.js";
