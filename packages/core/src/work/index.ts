export { createDecision, decisionOf, listDecisions, precedenceOf, supersedeDecision } from "./decisions.js";
export { updateTask } from "./kinds.sql.js";
export { writerOrigin } from "./origin.js";
export { createRule, listRules, readRules, ruleOf } from "./rules.js";
export { setMemoryStatus } from "./set-memory-status.js";
export { createTask, listTasks, setTaskStatus, taskOf } from "./tasks.js";
