export { queryKnowledge } from "./query-knowledge.js";
export { storeKnowledge, upsertKnowledge } from "./store-knowledge.js";
