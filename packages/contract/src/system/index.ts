export { listAudit } from "./audit.js";
export { embeddingsStatus, switchEmbeddings } from "./embeddings.js";
export { createKey, listKeys, revokeKey } from "./keys.js";
export { indexStatus, rebuildIndex } from "./lexical-index.js";
export { applyPolicy, getPolicy } from "./policy.js";
export { resumePrincipal, suspendPrincipal } from "./principals.js";
export { status } from "./status.js";
export { deleteTenant } from "./tenant.js";
