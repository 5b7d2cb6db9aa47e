export type { Principal } from "../principal.js";
export { hashKey, newKey } from "./api-key.js";
export { assertPrincipalName, authenticate, type Credential } from "./authenticate.js";
export { newId } from "./id.js";
export { claimKey, findReplay, type IdempotencyClaim, storeAnswer } from "./idempotency.sql.js";
export { defaultTenant, localPrincipal, systemPrincipal } from "./local.js";
export { takenBy } from "./name-taken.js";
export { claimName, digestKey } from "./principal.sql.js";
export { isTeamName } from "./team-name.js";
