export { hashKey, newKey } from "./api-key.js";
export { assertPrincipalName, authenticate, type Credential } from "./authenticate.js";
export { newId } from "./id.js";
export { defaultTenant, localPrincipal, systemPrincipal } from "./local.js";
export { takenBy } from "./name-taken.js";
export type { Principal } from "./principal.js";
export { claimName, digestKey } from "./principal.sql.js";
export { isTeamName } from "./team-name.js";
