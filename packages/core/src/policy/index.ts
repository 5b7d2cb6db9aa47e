export { askedTags } from "./boundary/asked-tags.js";
export { type ChannelMask, channelMask } from "./boundary/channel-mask.js";
export { type Found, foundIn, foundInLong } from "./boundary/found-in.js";
export { maskOf } from "./boundary/inspect.js";
export { type Judgement, judge } from "./boundary/judge.js";
export { blockedOut, blockedOutLong, outgoingText } from "./boundary/outgoing.js";
export { isOpenTo, type Tags } from "./boundary/tags.js";
export {
  type BoundaryClass,
  classOf,
  isStricter,
  raisedClass,
  sensitivityOf,
  strictestFirst,
} from "./boundary-class.js";
export { changedSettings } from "./changed-settings.js";
export { classesFor, clearanceOf, sensitivitiesFor } from "./clearance.js";
export { defaultDocument, defaultPolicy, defaultPolicyYaml } from "./default-policy.js";
export { durationSeconds } from "./duration.js";
export { policyDigest, saysItsText } from "./in-force/altered.js";
export type { PolicyInForce } from "./in-force/in-force.js";
export { longestTtl } from "./in-force/longest-ttl.js";
export { movePolicy, readPolicies } from "./in-force/moved-policies.sql.js";
export {
  type AppliedPolicy,
  findApplied,
  insertPolicy,
  lockPolicy,
  readPolicy,
  readPolicyVersion,
  readStoredPolicies,
  readVersions,
  wasApplied,
} from "./in-force/policy.sql.js";
export { type PolicyCache, policyCache } from "./in-force/policy-cache.js";
export { invalidPolicy } from "./invalid-policy.js";
export { brokenInvariant, type Layer, layerOf, layers, type ReadRule } from "./invariants/invariants.js";
export {
  assertMayWriteState,
  forbiddenBy,
  mayReadState,
  mayWriteState,
  type State as JudgedState,
} from "./invariants/judge-state.js";
export type { Operand, Rule } from "./invariants/rule.js";
export { type JudgedMemory, mayRead } from "./may-read.js";
export { isMapping, overlay } from "./overlay.js";
export type { CensorCause, EditRule, Policy } from "./policy.js";
export { type Ttl, ttlOf } from "./scopes.js";
export { signerOf } from "./signing/signing.js";
export { stemmingLanguages } from "./stemming-languages.js";
export { assertWhole } from "./text/missing-sections.js";
export type { ParsedPolicy } from "./text/parse-policy.js";
export { parsePolicyText } from "./text/parse-policy-text.js";
export { isHigher, isLast, normaliseVersion } from "./text/version.js";
export { assertWithin } from "./within-limit.js";
