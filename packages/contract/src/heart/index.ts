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
