export { embeddingsStatus, switchEmbeddings } from "./embeddings/embeddings.js";
export { embeddingFill } from "./embeddings/fill-job.js";
export { embeddingSwitch } from "./embeddings/switch-job.js";
export { createKey, listKeys, revokeKey } from "./keys.js";
export { applyPolicy, getPolicy } from "./policy.js";
export { status } from "./status.js";
export { version } from "./version.js";
