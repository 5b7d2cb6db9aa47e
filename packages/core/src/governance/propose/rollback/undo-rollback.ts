import { notFound, type OutputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import { rollbackState, showWriter } from "../../../identity/index.js";
import { enqueueJob } from "../../../jobs/index.js";
import type { OperationContext } from "../../../services.js";
import { mayRollBack } from "./rollback-writer.js";
import { rollbackCounts, rolledBack } from "./undo.sql.js";
import { countTakenWork } from "./work.sql.js";

type Output = OutputOf<PalimpsestContract["bulkEdit"]>;

export const undoKind = "rollback_undo";

/**
 * Undoes a rollback as a whole. A job does it: what comes back is indexed again, and the caller may not be allowed to
 * read all of it.
 */
export function undoRollback(
  context: OperationContext,
  { rollbackId, reason }: { rollbackId: string; reason: string },
): Promise<Output> {
  const { who } = context;
  if (!mayRollBack(who)) {
    throw new PalimpsestError("FORBIDDEN", "Undoing a rollback needs a reviewer's or an admin's credential.");
  }
  return context.write(async (tx) => {
    const { taken, rejected, undone, states } = await rollbackCounts(tx, rollbackId);
    const work = await countTakenWork(tx, rollbackId);
    const { runs, hides } = await rollbackState(tx, rollbackId);
    if (taken + rejected + undone + states + work === 0 && !hides) throw notFound("rollback");
    if (runs) {
      throw new PalimpsestError(
        "CONFLICT",
        "This rollback still runs. Wait for its job, or stop that first.",
      );
    }
    if (taken > 0 && !hides && (await rolledBack(tx, rollbackId, 1)).length === 0) {
      throw new PalimpsestError(
        "CONFLICT",
        "Nothing of this rollback is in force any more: it was undone before.",
      );
    }
    const jobId = await enqueueJob(tx, who, {
      kind: undoKind,
      payload: { key: rollbackId, rollbackId, reason, total: taken },
    });
    // It may have ended with an error, which leaves the writer hidden.
    const hidden = await showWriter(tx, who.tenantId, rollbackId);
    context.services.tenants.rollbackChanged(who.tenantId, hidden);
    context.touched([rollbackId]);
    return {
      status: "approved" as const,
      matched: taken,
      edited: 0,
      edit_ids: [],
      rollback: {
        ...{ rollback_id: rollbackId, quarantined: 0, rejected, undone, states, work },
        ...{ referring_ids: [], referring_count: 0 },
        ...{ suspended_at: null, job_id: jobId },
      },
    };
  });
}
