import type { Tx } from "../db/index.js";
import { changeAnswers } from "../identity/index.js";
import type { Principal } from "../principal.js";

const gone = "[WITHHELD]";

/*
 * An answer is kept for a while, so that a call that is sent again gets it. What was deleted goes from kept answers at
 * once, whoever got them: nobody has it repeated, and it is stored nowhere.
 */

/** Of one key of a plan, or of all its keys. */
export const forgetState = (
  tx: Tx,
  who: Principal,
  about: { plan_id: string; key?: string },
): Promise<void> =>
  changeAnswers(tx, who, {
    operations: ["setPlanState", "updatePlanState"],
    about,
    instead: { value: gone },
  });

export const forgetPlan = (tx: Tx, who: Principal, about: { plan_id: string }): Promise<void> =>
  changeAnswers(tx, who, {
    ...{ operations: ["createPlan", "updatePlan"], about },
    instead: { goal_data: {}, state: {} },
  });

/** One, or all of a plan. */
export const forgetTasks = (
  tx: Tx,
  who: Principal,
  about: { task_id: string } | { plan_id: string },
): Promise<void> =>
  changeAnswers(tx, who, {
    ...{ operations: ["storeTaskContext", "updateTaskContext"], about },
    instead: { data: {}, state: {} },
  });

/** Sessions of other users may have the same name. */
export const forgetSession = (tx: Tx, who: Principal, session_id: string): Promise<void> =>
  changeAnswers(tx, who, {
    operations: ["createSession", "updateSession"],
    about: { session_id, user_id: who.id },
    instead: { name: null, metadata: {} },
  });
