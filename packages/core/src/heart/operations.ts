/** The operations of this room, named as in the contract. */
export { addCensor } from "./censors/add-censor.js";
export { deactivateCensor, escalateCensor, recordCensorFalsePositive } from "./censors/change-censor.js";
export { checkCensors } from "./censors/check-censors.js";
export { getCensor, listCensors, searchCensors } from "./censors/find-censors.js";
export {
  endEpisode,
  getEpisode,
  linkEpisodeDecision,
  linkEpisodeProcedure,
  listEpisodes,
  searchEpisodes,
  startEpisode,
} from "./episodes/episodes.js";
export {
  confirmFact,
  contradictFact,
  deactivateFact,
  getCurrentFact,
  getFact,
  learnFact,
  searchFacts,
  supersedeFact,
} from "./facts/index.js";
export {
  getRecentHistory,
  historyAppend,
  historyGet,
  logInteraction,
  searchInteractions,
} from "./interactions/index.js";
export {
  memoryList,
  memorySearch,
  memoryStore,
  queryKnowledge,
  storeKnowledge,
  upsertKnowledge,
} from "./knowledge/index.js";
export {
  activateProcedure,
  getProcedure,
  recordProcedureOutcome,
  retireProcedure,
  searchProcedures,
  storeProcedure,
} from "./procedures/procedures.js";
export { getRelevantSkills, storeSkill } from "./procedures/skills.js";
export { heartRecall } from "./recall.js";
export {
  addWorkingThread,
  clearWorkingMemory,
  evictWorkingItem,
  focusWorkingMemory,
  getWorkingMemory,
  loadWorkingItem,
  openWorkingMemory,
  resolveWorkingThread,
} from "./working/working.js";
