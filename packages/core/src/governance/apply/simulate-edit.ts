import { PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { OperationContext } from "../../services.js";
import { type EditRow, findEdit } from "../read/edits/edit.sql.js";
import { findTarget } from "../read/target.js";
import { analysePlan } from "./analyse-plan.js";
import { applyPlan } from "./apply-plan.js";
import { assertApplicable } from "./assert-applicable.js";
import { perFold } from "./fold-edits.js";
import type { Plan, Planned } from "./plan.js";
import { planConsequences } from "./reach/consequences.js";
import { retryWhenStale } from "./retry-when-stale.js";
import { rolledBack } from "./rolled-back.js";

/** Memories that the edit's cascade hides, which a read after it leaves out. */
export interface LeftOut {
  retracted: string[];
  quarantined: string[];
}

export interface Simulation<R, T> {
  /**
   * Reads before and after `apply`, which applies the edit and its cascade as an approval would. Of a large cascade it
   * gives what the cascade hides, to be left out: to take the words of a thousand memories out of the index takes a second.
   */
  read(tx: Tx, apply: () => Promise<LeftOut>): Promise<R>;
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
    const { plan: applied, leftOut } = withoutHiding(plan);
    const results: T[] = [];
    for (const { read, result } of simulations) {
      const found = await rolledBack(context, (tx) =>
        read(tx, async () => {
          await applyPlan(tx, who, applied, { atOnce: Number.POSITIVE_INFINITY });
          return leftOut;
        }),
      );
      results.push(result(found, edit));
    }
    return results;
  });
}

/** A large plan without those of its edits that do no more than hide a memory which was made from the one it is about. */
function withoutHiding(plan: Plan): { plan: Plan; leftOut: LeftOut } {
  const isHiding = ({ op, causedBy }: Planned) =>
    causedBy !== undefined && (op === "retract" || op === "quarantine");
  const hiding = plan.edits.length > perFold ? plan.edits.filter(isHiding) : [];
  const idsOf = (wanted: Planned["op"]) =>
    hiding.flatMap(({ op, target }) => (op === wanted ? target.id : []));
  const gone = new Set(hiding);
  return {
    plan: { ...plan, edits: plan.edits.filter((edit) => !gone.has(edit)) },
    leftOut: { retracted: idsOf("retract"), quarantined: idsOf("quarantine") },
  };
}
