/** The operations of this room, named as in the contract. */
export { embeddingHealth } from "./embeddings/embedding-health.js";
export { embeddingsStatus, switchEmbeddings } from "./embeddings/embeddings.js";
export { createKey, listKeys, revokeKey } from "./keys/keys.js";
export { indexStatus, rebuildIndex } from "./lexical-index/lexical-index.js";
export { applyPolicy, getPolicy, listPolicyVersions } from "./policy.js";
export { resumePrincipal, suspendPrincipal } from "./principals/suspend-principal.js";
export { selftestIsolation } from "./selftest.js";
export { status } from "./status.js";
export { deleteTenant } from "./tenants/delete-tenant.js";
