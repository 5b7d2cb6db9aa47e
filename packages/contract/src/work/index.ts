export { createDecision, listDecisions, supersedeDecision } from "./decisions.js";
export { createRule, listRules } from "./rules.js";
export { createTask, listTasks, setTaskStatus } from "./tasks.js";
