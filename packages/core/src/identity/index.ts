export { hashKey, newKey } from "./api-key.js";
export { assertPrincipalName, authenticate, type Credential } from "./authenticate.js";
export { newId } from "./id.js";
export { defaultTenant, localPrincipal, systemPrincipal } from "./local.js";
export type { Principal } from "./principal.js";
export { digestKey } from "./principal.sql.js";
