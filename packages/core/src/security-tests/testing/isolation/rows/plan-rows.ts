import { isDefiner } from "../planted-memories.js";
import type { Planted, Planter } from "./planter.js";

export const plan = { goal_event: "e", goal_data: {}, status: "running", state: {} };
export const task = { event_type: "e", response_topic: "t", data: {}, state: {} };

/** What agents share on a plan, and a session, which is its user's alone. */
export function planRows({ plant, here }: Planter): Planted[] {
  return [
    plant("plan_state", ["key"], { plan_id: "p", key: "k", value: 1, updated_by: "human:ann" }),
    plant("plan", ["plan_id"], { ...plan, plan_id: "p", user_id: "ann" }),
    plant("plan_correlation", ["correlation_id"], { plan_id: "p", correlation_id: "c", position: 1 }),
    plant("task_context", ["task_id"], { ...task, task_id: "t" }),
    plant("task_subtask", ["subtask_id"], { task_id: "t", subtask_id: "s", position: 1 }),
    plant(
      "session",
      ["session_id"],
      { user_id: "ann", session_id: "s", metadata: {} },
      (v) => here(v) && (v.principal === "ann" || isDefiner(v)),
    ),
  ];
}

const mine = { principal_id: "ann", session_id: "s" };
export const item = { ...mine, type: "decision", text_digest: "d", relevance: 0.5 };
export const thread = { ...mine, description: "d", priority: "low" };

/** What one has in mind, which is its owner's alone. */
export function workingRows({ plant, here }: Planter): Planted[] {
  const own = (v: Parameters<typeof here>[0]) => here(v) && (v.principal === "ann" || isDefiner(v));
  return [
    plant("working_memory", ["session_id"], mine, own),
    plant("working_item", ["ref_id"], { ...item, ref_id: "i" }, own),
    plant("working_thread", ["thread_id"], { ...thread, thread_id: "t" }, own),
  ];
}
