export { classOf } from "./boundary-class.js";
export { classesFor, clearanceOf, sensitivitiesFor, withinClearance } from "./clearance.js";
export { defaultPolicy, defaultPolicyYaml } from "./default-policy.js";
export type { PolicyInForce } from "./in-force/in-force.js";
export { movePolicy, readPolicies } from "./in-force/moved-policies.sql.js";
export {
  findApplied,
  insertPolicy,
  lockPolicy,
  readPolicy,
  readPolicyVersion,
} from "./in-force/policy.sql.js";
export { type PolicyCache, policyCache } from "./in-force/policy-cache.js";
export { invalidPolicy } from "./invalid-policy.js";
export type { EditRule, Policy } from "./policy.js";
export { stemmingLanguages } from "./stemming-languages.js";
export type { ParsedPolicy } from "./text/parse-policy.js";
export { parsePolicyText } from "./text/parse-policy-text.js";
export { isHigher, normaliseVersion } from "./text/version.js";
export { assertWithin } from "./within-limit.js";
