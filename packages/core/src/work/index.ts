export { createDecision, listDecisions, precedence, readDecisions, supersedeDecision } from "./decisions.js";
export { insertDecision, insertTask, updateTask } from "./kinds.sql.js";
export { writerOrigin } from "./origin.js";
export { createRule, listRules, readRules } from "./rules.js";
export { createTask, listTasks, readTasks, setTaskStatus } from "./tasks.js";
export { decisionText, readDecision, readTask, taskText } from "./texts.js";
