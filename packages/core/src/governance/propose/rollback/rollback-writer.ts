import { type OutputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../../db/index.js";
import {
  hideWriter,
  isHidden,
  newId,
  type Principal,
  rollbackEnded,
  suspend,
} from "../../../identity/index.js";
import { enqueueJob, findOpenJobs } from "../../../jobs/index.js";
import type { OperationContext, Services } from "../../../services.js";
import { foldRest, perFold } from "../../apply/fold-edits.js";
import type { Planned } from "../../apply/plan.js";
import { retryWhenStale } from "../../apply/retry-when-stale.js";
import { countWritten, databaseNow, refersToWriter, shownReferring } from "./reach.sql.js";
import { type Rollback, rollbackStep } from "./rollback-step.js";

type Output = OutputOf<PalimpsestContract["bulkEdit"]>;

/**
 * Memories per transaction, in the call itself and in the job that goes on with the rest: other work is done in between,
 * also on the embedded engine, which has one connection. Few enough that all of them are written with their edits, so
 * that a process which ends in between leaves no edit that another would make again.
 */
export const perStep = ({ db }: Services): number => (db.engine === "embedded" ? perFold : 200);

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

export function assertMayPreview(who: Principal): void {
  if (mayRollBack(who)) return;
  throw new PalimpsestError(
    "FORBIDDEN",
    "dry_run by writer tells of memories that only a reviewer takes back. Preview single edits, or ask a reviewer.",
  );
}

/** What is hidden would be left out, and the rollback would go on with it. */
export function assertNotHidden(who: Principal, writer: string): void {
  if (!isHidden(who, writer)) return;
  throw new PalimpsestError(
    "CONFLICT",
    `A rollback of ${writer} goes on or was stopped, so its memories are hidden. Wait for its job, retry it, or undo the rollback by its rollback_id; then edit what is left.`,
  );
}

export const nothingOf = ({ writer, since }: { writer?: string; since?: string }): string =>
  `Nothing of ${writer}${since ? ` since ${since}` : ""} was found. Check the name: recall and history show each memory's writer.`;

const keyOf = ({ op, writer, since, until }: Rollback) => [op, writer, since ?? "", until].join(" ");

type OpenRollback = { job_id: string; payload: Rollback };

const openRollbacks = async (tx: Tx, who: Principal, { op, writer }: Pick<Rollback, "op" | "writer">) =>
  ((await findOpenJobs(tx, who, rollbackKind)) as unknown as OpenRollback[]).filter(
    ({ payload }) => payload.op === op && payload.writer === writer,
  );

/** A job that goes on with all that this rollback would. */
async function jobThatReaches(tx: Tx, who: Principal, rollback: Rollback): Promise<string | undefined> {
  for (const { job_id, payload } of await openRollbacks(tx, who, rollback)) {
    if (payload.rollbackId !== rollback.rollbackId) continue;
    const from = payload.since === undefined || payload.since === rollback.since;
    const to = payload.until === rollback.until;
    if (from && (to || (await countWritten(tx, rollback.writer, payload.until)) === 0)) return job_id;
  }
  return undefined;
}

/** Takes back all that a writer wrote and caused, as far as one call goes, and queues the rest. */
export function rollbackWriter(
  context: OperationContext,
  given: Omit<Rollback, "until" | "rollbackId">,
  { suspends }: { suspends: boolean },
): Promise<Output> {
  const { who } = context;
  return retryWhenStale(async () => {
    const { until, matched, open } = await context.read(async (tx) => ({
      until: suspends ? "infinity" : await databaseNow(tx),
      matched: await countWritten(tx, given.writer, given.since),
      open: await openRollbacks(tx, who, given),
    }));
    // A rollback during another one is part of that: they are undone together.
    const rollbackId = open[0]?.payload.rollbackId ?? newId("rbk");
    const rollback: Rollback = { ...given, rollbackId, until };
    const step = await rollbackStep(context, rollback, undefined, perStep(context.services));
    let unfolded: Planned[] = [];
    let spaceId = 0;
    let hidden: readonly string[] = [];
    const answer = await context.write(async (tx): Promise<Output> => {
      const id = given.writer.slice(given.writer.indexOf(":") + 1);
      const suspended = suspends ? await suspend(tx, who, id, given.reason) : undefined;
      const referring = await refersToWriter(tx, given);
      const taken = await step(tx);
      ({ unfolded, spaceId } = taken);
      // What was written while the writer was being suspended was not in the step.
      const goesOn =
        taken.next !== undefined ||
        (suspends && (await countWritten(tx, given.writer, given.since)) > matched);
      let jobId: string | null = null;
      if (goesOn) {
        jobId =
          (await jobThatReaches(tx, who, rollback)) ??
          (await enqueueJob(tx, who, {
            kind: rollbackKind,
            payload: { key: keyOf(rollback), ...rollback, total: matched, taken: taken.edited },
          }));
        // Nothing of the writer is read from now on, also what later steps come to.
        hidden = await hideWriter(tx, who.tenantId, { ...rollback, jobId });
      } else hidden = await rollbackEnded(tx, who.tenantId, { ...rollback, jobId: "" });
      return {
        status: taken.waits ? ("pending" as const) : ("approved" as const),
        matched,
        edited: taken.edited,
        edit_ids: taken.editIds,
        ...(matched + taken.rejected + taken.undone + taken.states + taken.work === 0
          ? { note: nothingOf(given) }
          : {}),
        rollback: {
          rollback_id: rollbackId,
          quarantined: taken.quarantined,
          rejected: taken.rejected,
          undone: taken.undone,
          states: taken.states,
          work: taken.work,
          referring_ids: referring.flatMap(({ id, seen }) => (seen ? [id] : [])).slice(0, shownReferring),
          referring_count: referring.length,
          suspended_at: suspended?.suspended_at ?? null,
          job_id: jobId,
        },
      };
    });
    context.services.tenants.rollbackChanged(who.tenantId, hidden);
    await foldRest(context, unfolded, spaceId);
    return answer;
  });
}
