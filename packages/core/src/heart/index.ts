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
