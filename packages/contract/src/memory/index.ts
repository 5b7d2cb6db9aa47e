export { historyAppend, historyGet } from "./conversation.js";
export { memoryHistory } from "./history.js";
export { listMemories } from "./list.js";
export { recall } from "./recall.js";
export { remember } from "./remember.js";
export { setMemoryStatus } from "./set-status.js";
export { memoryDelete, memoryList, memorySearch, memoryStore } from "./stored.js";
export { listMemorySessions, listProjects, listSubjects, listTags, listWriters } from "./uses.js";
