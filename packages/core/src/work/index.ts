export { decisionOf, precedenceOf } from "./decisions.js";
export * as workOperations from "./operations.js";
export { writerOrigin } from "./origin.js";
export { placeAfter } from "./replace.js";
export { ruleOf } from "./rules.js";
export { readRules } from "./rules.sql.js";
export { taskOf } from "./tasks.js";
export { knownTasks, updateTask } from "./update-task.js";
