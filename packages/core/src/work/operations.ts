/** The operations of this room, named as in the contract. */
export { createDecision, listDecisions } from "./decisions.js";
export { createRule, listRules } from "./rules.js";
export { setMemoryStatus } from "./set-memory-status.js";
export { supersedeDecision } from "./supersede-decision.js";
export { createTask, listTasks, setTaskStatus } from "./tasks.js";
