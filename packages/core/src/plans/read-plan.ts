import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import { findPlan, type PlanRow } from "./plans.sql.js";
import { listState, type StateRow } from "./working-state.sql.js";

/** A plan, if there is one of that name, and the first of its keys. Working state needs no plan. */
export async function readPlan(
  tx: Tx,
  who: Principal,
  planId: string,
  mostKeys: number,
): Promise<{ plan: PlanRow | undefined; entries: StateRow[]; total: number }> {
  const plan = await findPlan(tx, who, planId);
  const { found, total } = await listState(
    tx,
    who,
    { plan_id: planId, prefix: "" },
    { after: undefined, rows: mostKeys },
  );
  return { plan, entries: found, total };
}
