export { planLimits } from "./names.js";
export {
  clearPlanState,
  deletePlanState,
  getPlanState,
  listPlanState,
  setPlanState,
  updatePlanState,
} from "./working-state.js";
