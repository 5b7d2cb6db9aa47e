import { PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { OperationContext } from "../../services.js";
import { type EditRow, findEdit } from "../read/edits/edit.sql.js";
import { findTarget } from "../read/target.js";
import { analysePlan } from "./analyse-plan.js";
import { applyPlan } from "./apply-plan.js";
import { assertApplicable } from "./assert-applicable.js";
import type { Planned } from "./plan.js";
import { planConsequences } from "./reach/consequences.js";
import { retryWhenStale } from "./retry-when-stale.js";
import { rolledBack } from "./rolled-back.js";

export interface Simulation<R, T> {
  /** Reads before and after `apply`, which applies the edit and its cascade exactly as an approval would. */
  read(tx: Tx, apply: () => Promise<void>): Promise<R>;
  /** Made of what was read, when the transaction is over. */
  result(found: R, edit: EditRow): T;
}

/**
 * Reads with a pending edit applied, each in a transaction of its own that is always rolled back: the embedded engine
 * serves one transaction at a time, so a long one would hold up everybody else.
 */
export function simulateEdit<R, T>(
  context: OperationContext,
  editId: string,
  simulations: readonly Simulation<R, T>[],
): Promise<T[]> {
  const { who } = context;
  return retryWhenStale(async () => {
    const edit = await context.read((tx) => findEdit(tx, who, editId));
    if (edit.status !== "pending") {
      throw new PalimpsestError(
        "CONFLICT",
        `This edit is ${edit.status} already; only a pending one can be supposed.`,
      );
    }
    const target = await context.read((tx) => findTarget(tx, who, edit.memory_id, "memory"));
    const { op, patch, reason, cascade, twins } = edit;
    const planned: Planned = { editId, target, op, patch, reason, cascade, twins, proposed: true };
    await context.read((tx) => assertApplicable(tx, who, planned));
    const reached = await planConsequences(context, planned, () => "apply");
    const plan = await analysePlan(context, [planned, ...reached.twins, ...reached.cascade]);
    const results: T[] = [];
    for (const { read, result } of simulations) {
      const found = await rolledBack(context, (tx) =>
        read(tx, async () => void (await applyPlan(tx, who, plan, { atOnce: Number.POSITIVE_INFINITY }))),
      );
      results.push(result(found, edit));
    }
    return results;
  });
}
