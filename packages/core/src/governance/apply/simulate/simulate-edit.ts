import { PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../../db/index.js";
import type { OperationContext } from "../../../services.js";
import { type EditRow, findEdit } from "../../read/edits/edit.sql.js";
import { findTarget } from "../../read/target.js";
import { analysePlan } from "../analyse-plan.js";
import { applyPlan } from "../apply-plan.js";
import { assertApplicable } from "../assert-applicable.js";
import { perFold } from "../fold-edits.js";
import type { Plan, Planned } from "../plan.js";
import { planConsequences } from "../reach/consequences.js";
import { retryWhenStale } from "../retry-when-stale.js";
import { rolledBack } from "./rolled-back.js";
import { snapshotOf } from "./snapshot.sql.js";

/** Memories that the edit's cascade hides, which a read after it leaves out. */
export interface LeftOut {
  retracted: string[];
  quarantined: string[];
}

export interface Simulation<N, S, T> {
  /** Reads as things stand. */
  now(tx: Tx): Promise<N>;
  /**
   * Reads the same with the edit and its cascade applied as an approval would. Of a large cascade it is given what the
   * cascade hides, to be left out: to take the words of a thousand memories out of the index takes a second.
   */
  supposed(tx: Tx, now: N, leftOut: LeftOut): Promise<S>;
  /** Made of what was read, when the transactions are over. */
  result(now: N, supposed: S, edit: EditRow): T;
}

/** So often the two reads are tried in a transaction each, before both are made in one. */
const apart = 2;

/**
 * Reads with a pending edit applied, in transactions that are always rolled back: the embedded engine serves one
 * transaction at a time, so a long one would hold up everybody else.
 */
export function simulateEdit<N, S, T>(
  context: OperationContext,
  editId: string,
  simulations: readonly Simulation<N, S, T>[],
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
    for (const simulation of simulations) {
      const { now, supposed } = await bothOf(context, {
        now: (tx) => simulation.now(tx),
        supposed: async (tx, now) => {
          await applyPlan(tx, who, applied, { atOnce: Number.POSITIVE_INFINITY });
          return simulation.supposed(tx, now, leftOut);
        },
      });
      results.push(simulation.result(now, supposed, edit));
    }
    return results;
  });
}

interface Reads<N, S> {
  now(tx: Tx): Promise<N>;
  /** Writes; what it does is undone. */
  supposed(tx: Tx, now: N): Promise<S>;
}

/**
 * Reads twice from the same state. Each read has a transaction of its own, half as long as one for both; if anybody wrote
 * in between they are made again, in the end in one.
 */
export async function bothOf<N, S>(
  context: Pick<OperationContext, "services" | "who">,
  reads: Reads<N, S>,
): Promise<{ now: N; supposed: S }> {
  const { services, who } = context;
  for (let attempt = 0; attempt < apart; attempt++) {
    const before = await services.db.transaction(
      who,
      async (tx) => ({ snapshot: await snapshotOf(tx), now: await reads.now(tx) }),
      { readOnly: true, snapshot: true },
    );
    const after = await rolledBack(context, async (tx) =>
      (await snapshotOf(tx)) === before.snapshot
        ? { supposed: await reads.supposed(tx, before.now) }
        : undefined,
    );
    if (after) return { now: before.now, supposed: after.supposed };
  }
  return rolledBack(context, async (tx) => {
    const now = await reads.now(tx);
    return { now, supposed: await reads.supposed(tx, now) };
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
