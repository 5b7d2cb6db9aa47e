import { type OutputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import { type Principal, suspend } from "../../../identity/index.js";
import { enqueueJob } from "../../../jobs/index.js";
import type { OperationContext } from "../../../services.js";
import { foldRest } from "../../apply/fold-edits.js";
import type { Planned } from "../../apply/plan.js";
import { retryWhenStale } from "../../apply/retry-when-stale.js";
import { countWritten, databaseNow } from "./reach.sql.js";
import { type Rollback, rollbackStep } from "./rollback-step.js";

type Output = OutputOf<PalimpsestContract["bulkEdit"]>;

/** So many memories are taken back in the call itself; a job goes on with the rest. */
const atOnce = 1_000;

export const rollbackKind = "writer_rollback";

/** Those who review may undo what they may not read. */
export const mayRollBack = ({ permissions, role }: Principal): boolean =>
  permissions.has("edit:approve") && (role === "reviewer" || role === "admin");

export function assertMaySuspend(who: Principal): void {
  if (mayRollBack(who)) return;
  throw new PalimpsestError(
    "FORBIDDEN",
    "suspend needs the permission edit:approve; leave it out, or ask a reviewer.",
  );
}

export const nothingOf = ({ writer, since }: { writer?: string; since?: string }): string =>
  `Nothing of ${writer}${since ? ` since ${since}` : ""} was found. Check the name: recall and history show each memory's writer.`;

/** Takes back all that a writer wrote and caused, as far as one call goes, and queues the rest. */
export function rollbackWriter(
  context: OperationContext,
  given: Omit<Rollback, "until">,
  { suspends }: { suspends: boolean },
): Promise<Output> {
  const { who } = context;
  return retryWhenStale(async () => {
    const { until, matched } = await context.read(async (tx) => ({
      until: suspends ? "infinity" : await databaseNow(tx),
      matched: await countWritten(tx, given.writer, given.since),
    }));
    const rollback: Rollback = { ...given, until };
    const step = await rollbackStep(context, rollback, undefined, atOnce);
    let unfolded: Planned[] = [];
    let spaceId = 0;
    const answer = await context.write(async (tx): Promise<Output> => {
      const id = given.writer.slice(given.writer.indexOf(":") + 1);
      const suspended = suspends ? await suspend(tx, who, id, given.reason) : undefined;
      const taken = await step(tx);
      ({ unfolded, spaceId } = taken);
      // What was written while the writer was being suspended was not in the step.
      const goesOn =
        taken.next !== undefined ||
        (suspends && (await countWritten(tx, given.writer, given.since)) > matched);
      const jobId = goesOn
        ? await enqueueJob(tx, who, {
            kind: rollbackKind,
            payload: { key: `${given.op} ${given.writer}`, ...rollback, total: matched, taken: taken.edited },
          })
        : null;
      return {
        status: taken.waits ? ("pending" as const) : ("approved" as const),
        matched,
        edited: taken.edited,
        edit_ids: taken.editIds,
        ...(matched + taken.rejected + taken.undone === 0 ? { note: nothingOf(given) } : {}),
        rollback: {
          quarantined: taken.quarantined,
          rejected: taken.rejected,
          undone: taken.undone,
          suspended_at: suspended?.suspended_at ?? null,
          job_id: jobId,
        },
      };
    });
    await foldRest(context, unfolded, spaceId);
    return answer;
  });
}
