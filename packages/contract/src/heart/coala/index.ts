export { getRecentHistory, logInteraction, searchInteractions } from "./interactions.js";
export { queryKnowledge, storeKnowledge, upsertKnowledge } from "./knowledge.js";
export { getRelevantSkills, storeSkill } from "./skills.js";
