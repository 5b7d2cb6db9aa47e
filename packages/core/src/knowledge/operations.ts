/** The operations of this room, named as in the contract. */
export { listMemories } from "./list-memories.js";
export { listMemorySessions, listProjects, listSubjects, listTags, listWriters } from "./list-uses.js";
export { recall } from "./recall.js";
export { remember } from "./remember.js";
