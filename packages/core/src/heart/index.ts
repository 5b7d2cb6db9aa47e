export { addCensor, tellAdded } from "./censors/add-censor.js";
export { deactivateCensor, escalateCensor, recordCensorFalsePositive } from "./censors/change-censor.js";
export { checkCensors } from "./censors/check-censors.js";
export { getCensor, listCensors, searchCensors } from "./censors/find-censors.js";
export { readWarnings, type Warning } from "./censors/warnings.sql.js";
export * as experience from "./experience.js";
export {
  confirmFact,
  contradictFact,
  deactivateFact,
  getCurrentFact,
  getFact,
  learnFact,
  learnPrepared,
  searchFacts,
  supersedeFact,
} from "./facts/index.js";
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
export { type LiveWorking, readWorking, workingKinds } from "./working/working-read.js";
