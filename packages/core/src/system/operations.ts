/** The operations of this room, named as in the contract. */
export { embeddingsStatus, switchEmbeddings } from "./embeddings/embeddings.js";
export { createKey, listKeys, revokeKey } from "./keys/keys.js";
export { indexStatus, rebuildIndex } from "./lexical-index/lexical-index.js";
export { applyPolicy, getPolicy } from "./policy.js";
export { resumePrincipal, suspendPrincipal } from "./principals/suspend-principal.js";
export { status } from "./status.js";
export { deleteTenant } from "./tenants/delete-tenant.js";
