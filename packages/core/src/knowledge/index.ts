export { listMemories } from "./list-memories.js";
export { recall } from "./recall.js";
export { remember } from "./remember.js";
