export { createDecision, listDecisions, precedence, readDecisions, supersedeDecision } from "./decisions.js";
export { updateTask } from "./kinds.sql.js";
export { writerOrigin } from "./origin.js";
export { createRule, listRules, readRules } from "./rules.js";
export { createTask, listTasks, readTasks, setTaskStatus } from "./tasks.js";
export { decisionAttributes, decisionText, readDecision, readTask, refsOf, taskText } from "./texts.js";
