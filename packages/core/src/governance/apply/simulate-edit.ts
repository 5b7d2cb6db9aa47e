import { PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { OperationContext } from "../../services.js";
import { type EditRow, findEdit } from "../read/edits/edit.sql.js";
import { findTarget } from "../read/target.js";
import { applyPlan } from "./apply-plan.js";
import { assertApplicable } from "./assert-applicable.js";
import { planCascade } from "./cascade.js";
import { analysePlan, type Planned } from "./plan.js";
import { retryWhenStale } from "./retry-when-stale.js";

/** Thrown to roll the transaction back, with the result to return. */
class Undone<T> extends Error {
  constructor(readonly result: T) {
    super("supposed, and undone");
  }
}

/**
 * Reads with a pending edit applied: `apply` applies it and its cascade, exactly as an approval would, in a transaction
 * that is always rolled back.
 */
export function simulateEdit<T>(
  context: OperationContext,
  editId: string,
  work: (tx: Tx, edit: EditRow, apply: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const { services, who } = context;
  return retryWhenStale(async () => {
    const edit = await context.read((tx) => findEdit(tx, who, editId));
    if (edit.status !== "pending") {
      throw new PalimpsestError(
        "CONFLICT",
        `This edit is ${edit.status} already; only a pending one can be supposed.`,
      );
    }
    const target = await context.read((tx) => findTarget(tx, who, edit.memory_id, "memory"));
    const { op, patch, reason, cascade } = edit;
    const planned: Planned = { editId, target, op, patch, reason, cascade, proposed: true };
    await context.read((tx) => assertApplicable(tx, who, planned));
    const plan = await analysePlan(context, [planned, ...(await planCascade(context, planned))]);
    try {
      return await services.db.transaction(
        who,
        async (tx): Promise<T> => {
          throw new Undone(await work(tx, edit, async () => void (await applyPlan(tx, who, plan))));
        },
        { snapshot: true },
      );
    } catch (error) {
      if (error instanceof Undone) return error.result as T;
      throw error;
    }
  });
}
