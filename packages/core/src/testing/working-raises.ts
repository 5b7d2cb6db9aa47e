import { gone, unseen } from "./error-world.js";

const missingPlan = { plan_id: "missing", status: "paused" };
const state = { plan_id: "launch", key: "text" };
const inMind = { session_id: "full", type: "decision", ref_id: "dec_missing", relevance: 1 };

/** Inputs that raise the errors of plans, tasks, sessions and working memory. */
export const workingRaises = {
  setPlanState: {
    CONFLICT: () => ({ ...state, value: 1, if_version: 7 }),
    TOMBSTONED: () => ({ ...state, value: { deep: [gone] } }),
  },
  updatePlanState: {
    CONFLICT: () => ({ ...state, op: "increment" }),
    TOMBSTONED: () => ({ ...state, key: "list", op: "append", value: gone }),
  },
  listPlanState: { INVALID_CURSOR: () => ({ plan_id: "launch", cursor: "of-no-list" }) },
  createPlan: {
    CONFLICT: () => ({ plan_id: "launch", goal_event: "e" }),
    TOMBSTONED: () => ({ plan_id: "other", goal_event: "e", goal_data: { why: gone } }),
  },
  updatePlan: {
    CONFLICT: () => ({ plan_id: "launch", status: "running" }),
    NOT_FOUND: () => missingPlan,
    TOMBSTONED: () => ({ plan_id: "launch", merge_state: { why: gone } }),
  },
  getPlan: { NOT_FOUND: () => ({ plan_id: "missing" }) },
  deletePlan: { NOT_FOUND: () => ({ plan_id: "missing" }) },
  storeTaskContext: { TOMBSTONED: () => ({ task_id: "t", event_type: "e", data: { why: gone } }) },
  updateTaskContext: { TOMBSTONED: () => ({ task_id: "t", state: { why: gone } }) },
  createSession: {
    CONFLICT: () => ({ session_id: "s" }),
    TOMBSTONED: () => ({ session_id: "other", name: gone }),
  },
  updateSession: { TOMBSTONED: () => ({ session_id: "s", metadata: { why: gone } }) },
  focusWorkingMemory: {
    EMPTY_CONTENT: () => ({ session_id: "full", task: unseen }),
    TOMBSTONED: () => ({ session_id: "full", task: "now", frame: gone }),
  },
  loadWorkingItem: {
    EMPTY_CONTENT: () => ({ ...inMind, summary: unseen }),
    NOT_FOUND: () => inMind,
    TOMBSTONED: () => ({ ...inMind, summary: gone }),
  },
  evictWorkingItem: { NOT_FOUND: () => ({ session_id: "full", ref_id: "dec_missing" }) },
  addWorkingThread: {
    CONFLICT: () => ({ session_id: "full", description: "one more" }),
    EMPTY_CONTENT: () => ({ session_id: "full", description: unseen }),
    TOMBSTONED: () => ({ session_id: "full", description: gone }),
  },
  resolveWorkingThread: { EMPTY_CONTENT: () => ({ session_id: "full", description: unseen }) },
};
