export type { Principal } from "../principal.js";
export { hashKey, newKey } from "./api-key.js";
export { closeKey, insertKey, latestKeys } from "./api-key.sql.js";
export { assertPermitted } from "./assert-permitted.js";
export { assertPrincipalName, authenticate, type Credential } from "./authenticate.js";
export { type HeldRights, heldRights, restorePrincipal, type StoredPrincipal } from "./held-rights.js";
export { newId } from "./id.js";
export {
  claimKey,
  deleteIdempotencyKeys,
  findReplay,
  type IdempotencyClaim,
  storeAnswer,
} from "./idempotency.sql.js";
export { idempotencyClaim } from "./idempotency-claim.js";
export { defaultTenant, localPrincipal, systemPrincipal } from "./local.js";
export { takenBy } from "./name-taken.js";
export { claimName, principalSource, unseenReaders } from "./principal.sql.js";
export { workerName } from "./reserved-name.js";
export { isTeamName } from "./team-name.js";
export { tenantDirectory } from "./tenant-directory.js";
