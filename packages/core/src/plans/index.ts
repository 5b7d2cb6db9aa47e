export { stateDigests } from "./objects.js";
export * as planOperations from "./operations.js";
export { readPlan } from "./read-plan.js";
