export { memoryList, memorySearch } from "./memory-read.js";
export { memoryStore } from "./memory-store.js";
export { queryKnowledge } from "./query-knowledge.js";
export { storeKnowledge, upsertKnowledge } from "./store-knowledge.js";
