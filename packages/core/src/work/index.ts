export { createDecision, decisionOf, listDecisions, precedenceOf } from "./decisions.js";
export { writerOrigin } from "./origin.js";
export { placeAfter } from "./replace.js";
export { createRule, listRules, ruleOf } from "./rules.js";
export { readRules } from "./rules.sql.js";
export { setMemoryStatus } from "./set-memory-status.js";
export { supersedeDecision } from "./supersede-decision.js";
export { createTask, listTasks, setTaskStatus, taskOf } from "./tasks.js";
export { knownTasks, updateTask } from "./update-task.js";
