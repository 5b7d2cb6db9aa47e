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

/** A read before and after `apply`, which applies the edit and its cascade exactly as an approval would. */
export type Simulation<T> = (tx: Tx, edit: EditRow, apply: () => Promise<void>) => Promise<T>;

/**
 * Reads with a pending edit applied, each in a transaction of its own that is always rolled back: the embedded engine
 * serves one transaction at a time, so a long one would hold up everybody else.
 */
export function simulateEdit<T>(
  context: OperationContext,
  editId: string,
  reads: readonly Simulation<T>[],
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
    for (const read of reads) {
      results.push(
        await rolledBack(context, (tx) => read(tx, edit, async () => void (await applyPlan(tx, who, plan)))),
      );
    }
    return results;
  });
}
