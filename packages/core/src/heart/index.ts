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
export { type LiveWorking, readWorking, workingKinds } from "./working-read.js";
