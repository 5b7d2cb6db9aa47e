/** The operations of this room, named as in the contract. */
export { createPlan, deletePlan, getPlan, getPlanByCorrelation, listPlans, updatePlan } from "./plans.js";
export { createSession, deleteSession, getSession, listSessions, updateSession } from "./sessions.js";
export {
  deleteTaskContext,
  getTaskBySubtask,
  getTaskContext,
  storeTaskContext,
  updateTaskContext,
} from "./task-contexts.js";
export {
  clearPlanState,
  deletePlanState,
  getPlanState,
  listPlanState,
  setPlanState,
  updatePlanState,
} from "./working-state.js";
