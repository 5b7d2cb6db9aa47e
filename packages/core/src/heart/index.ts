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
