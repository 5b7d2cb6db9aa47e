export { tellAdded } from "./censors/add-censor.js";
export { blockingCensor } from "./censors/blocking-censor.js";
export { readWarnings, type Warning } from "./censors/warnings.sql.js";
export { confidenceOf, insertFact, learnPrepared } from "./facts/index.js";
export * as heartOperations from "./operations.js";
export { readSkills } from "./procedures/read-skills.sql.js";
export { type LiveWorking, readWorking, workingKinds } from "./working/working-read.js";
