import { PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Context } from "../../services.js";
import { applyPlan } from "./apply-plan.js";
import { planCascade } from "./cascade.js";
import { type EditRow, findEdit } from "./edit.sql.js";
import { analysePlan, type Planned } from "./plan.js";
import { untilSettled } from "./settle.js";
import { findTarget } from "./target.sql.js";

/** Carries a result out of the transaction that it undoes. */
class Undone<T> extends Error {
  constructor(readonly result: T) {
    super("supposed, and undone");
  }
}

/**
 * Looks at the world with a pending edit in force: `apply` applies it and its cascade, exactly as an approval
 * would, in a transaction that is rolled back whatever happens.
 */
export function supposeEdit<T>(
  context: Context,
  editId: string,
  work: (tx: Tx, edit: EditRow, apply: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const { services, who } = context;
  return untilSettled(async () => {
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
