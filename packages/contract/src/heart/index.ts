export {
  addCensor,
  checkCensors,
  deactivateCensor,
  escalateCensor,
  getCensor,
  listCensors,
  recordCensorFalsePositive,
  searchCensors,
} from "./censors.js";
export {
  getRecentHistory,
  getRelevantSkills,
  logInteraction,
  queryKnowledge,
  searchInteractions,
  storeKnowledge,
  storeSkill,
  upsertKnowledge,
} from "./coala/index.js";
export {
  endEpisode,
  getEpisode,
  linkEpisodeDecision,
  linkEpisodeProcedure,
  listEpisodes,
  searchEpisodes,
  startEpisode,
} from "./episodes.js";
export {
  confirmFact,
  contradictFact,
  deactivateFact,
  getCurrentFact,
  getFact,
  learnFact,
  searchFacts,
  supersedeFact,
} from "./facts.js";
export {
  activateProcedure,
  getProcedure,
  recordProcedureOutcome,
  retireProcedure,
  searchProcedures,
  storeProcedure,
} from "./procedures.js";
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
} from "./working.js";
export { workingLimits, workingTypes } from "./working-shape.js";
