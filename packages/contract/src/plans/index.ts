export * as planNames from "./names.js";
export { planId, planLimits } from "./names.js";
export {
  createPlan,
  deletePlan,
  getPlan,
  getPlanByCorrelation,
  listPlans,
  planStatusFrom,
  updatePlan,
} from "./plans.js";
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
