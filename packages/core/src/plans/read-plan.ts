import type { Tx } from "../db/index.js";
import type { OperationContext } from "../services.js";
import { mayRead } from "./objects.js";
import { findPlan, type PlanRow } from "./plans.sql.js";
import { listState, type StateRow } from "./working-state.sql.js";

/**
 * A plan, if there is one of that name, and the first of its keys, as far as the caller may read them. Working state needs
 * no plan.
 */
export async function readPlan(
  tx: Tx,
  reader: Pick<OperationContext, "who" | "policy">,
  planId: string,
  mostKeys: number,
): Promise<{ plan: PlanRow | undefined; entries: StateRow[]; total: number }> {
  const plan = await findPlan(tx, reader.who, planId);
  const { found, total } = await listState(
    tx,
    reader.who,
    { plan_id: planId, prefix: "" },
    { after: undefined, rows: mostKeys },
  );
  return {
    plan: plan && mayRead(reader, "plan", plan) ? plan : undefined,
    entries: found.filter((row) => mayRead(reader, "plan_state", row)),
    total,
  };
}
