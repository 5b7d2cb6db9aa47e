export { isHidden, isOperator, mayMoveEverything, type Principal, writerOf } from "../principal.js";
export { assertPermitted } from "./assert-permitted.js";
export { assertPrincipalName, authenticate, type Credential } from "./authenticate.js";
export { hashKey, newKey } from "./credentials/api-key.js";
export {
  closeKey,
  closeMadeWith,
  findApprovers,
  insertKey,
  keyBounds,
  latestKeys,
} from "./credentials/api-key.sql.js";
export { defaultTenant, impersonated, localPrincipal, systemPrincipal } from "./credentials/local.js";
export { type HeldRights, heldRights, restorePrincipal, type StoredPrincipal } from "./held-rights.js";
export { newId } from "./id.js";
export {
  type Answered,
  changeAnswers,
  claimKey,
  claimKeys,
  deleteIdempotencyKeys,
  findReplay,
  findReplays,
  type IdempotencyClaim,
  idempotencyConflict,
  storeAnswers,
} from "./idempotency/idempotency.sql.js";
export { idempotencyClaim } from "./idempotency/idempotency-claim.js";
export { agentMeant } from "./names/agent-meant.js";
export { movePrincipal, readPrincipals } from "./names/moved-principals.sql.js";
export { takenBy } from "./names/name-taken.js";
export {
  claimName,
  eraseTenant,
  machinesOf,
  peopleOf,
  principalSource,
  unseenReaders,
} from "./names/principal.sql.js";
export { workerName } from "./names/reserved-name.js";
export {
  type HiddenWriter,
  hiddenByRollback,
  hiddenWriters,
  hideWriter,
  rollbackEnded,
  rollbackGoesOn,
  rollbackState,
  showWriter,
} from "./names/rolling-back.sql.js";
export { resume, suspend } from "./names/suspend.js";
export { isTeamName } from "./names/team-name.js";
export { tenantDirectory } from "./tenant-directory.js";
