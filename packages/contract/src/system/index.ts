export { listAudit, listAuditAnchors, verifyAudit } from "./audit.js";
export { embeddingHealth, embeddingsStatus, switchEmbeddings } from "./embeddings.js";
export { createKey, listKeys, revokeKey } from "./keys.js";
export { indexStatus, rebuildIndex } from "./lexical-index.js";
export { applyPolicy, getPolicy, listPolicyVersions } from "./policy.js";
export { resumePrincipal, suspendPrincipal } from "./principals.js";
export { selftestIsolation } from "./selftest.js";
export { status } from "./status.js";
export { deleteTenant } from "./tenant.js";
