import {
  type InputOf,
  limits,
  notFound,
  type OutputOf,
  type PalimpsestContract,
  PalimpsestError,
} from "@palimpsest/contract";
import { newId } from "../../../identity/index.js";
import type { Policy } from "../../../policy/index.js";
import type { OperationContext } from "../../../services.js";
import { currentMemories, currentMemoriesOf } from "../../../substrate/index.js";
import { analysePlan } from "../../apply/analyse-plan.js";
import { applyPlan } from "../../apply/apply-plan.js";
import { retracted } from "../../apply/assert-applicable.js";
import { foldRest } from "../../apply/fold-edits.js";
import { assertMayAmend, assertMaySay } from "../../apply/invariants/assert-may-say.js";
import type { Planned } from "../../apply/plan.js";
import { queueEdits } from "../../apply/queue-edits.js";
import { planEvents } from "../../apply/reach/events.js";
import { planSameEvents } from "../../apply/reach/same-events.js";
import { planRestoredEvents } from "../../apply/reach/undo.js";
import { retryWhenStale } from "../../apply/retry-when-stale.js";
import { checkPatch, cleanText } from "../../check-patch.js";
import { appliesAtOnce, outcomeOf } from "../../decide/approval-policy.js";
import { changesWords, type Op } from "../../edit.js";
import { type LiveEdit, liveEdits } from "../../read/edits/live-edits.sql.js";
import { whoseEdits } from "../../read/edits/whose-edits.js";
import type { Target } from "../../read/target.js";
import { slices } from "../../slices.js";
import { patchForKind } from "../patch-for-kind.js";
import { previewRollback } from "../rollback/preview-rollback.js";
import {
  assertMayPreview,
  assertMaySuspend,
  assertNotHidden,
  mayRollBack,
  nothingOf,
  rollbackWriter,
} from "../rollback/rollback-writer.js";
import { undoRollback } from "../rollback/undo-rollback.js";

type Input = InputOf<PalimpsestContract["bulkEdit"]>;
type Output = OutputOf<PalimpsestContract["bulkEdit"]>;

const shownIds = 1_000;

/** So many edits of one call wait at most when it names a writer: somebody has to look at each. */
export const mostWaiting = 100;

/** One edit for many memories, all or none. Of others, only events follow: those that rest on passages among them, and the same ones in other revisions. */
export function bulkEdit(context: OperationContext, input: Input): Promise<Output> {
  const { op } = input;
  const patch = checkBulk(context.policy, input);
  const reason = cleanText("reason", input.reason, limits.reasonChars);
  assertMaySay(context, reason);
  const { writer, since } = input;
  if (input.rollback_id !== undefined) {
    return undoRollback(context, { rollbackId: input.rollback_id, reason });
  }
  if (input.suspend) assertMaySuspend(context.who);
  if (input.dry_run) {
    assertMayPreview(context.who);
    return previewRollback(context, { writer: writer!, since });
  }
  if (writer !== undefined && mayRollBack(context.who)) {
    if (op === "retract" || op === "quarantine") {
      return rollbackWriter(context, { writer, since, op, reason }, { suspends: input.suspend });
    }
    assertNotHidden(context.who, writer);
  }
  return retryWhenStale(async () => {
    const targets = await readTargets(context, input);
    const edits = (await applicable(context, op, patch, targets)).map(
      ({ target, undoes }): Planned => ({
        editId: newId("edt"),
        undoes,
        target,
        op,
        patch: patchForKind(patch, target, context.policy.limits.text_characters),
        reason,
        cascade: "none",
      }),
    );
    const [atOnce, waiting] = [true, false].map((now) =>
      edits.filter((edit) => appliesAtOnce(context.policy, context.who, edit) === now),
    ) as [Planned[], Planned[]];
    if (writer !== undefined && waiting.length > mostWaiting) throw tooMany(waiting.length);
    for (const edit of waiting) assertMayAmend(context, edit);
    const known = new Set(edits.map(({ target }) => target.id));
    const fresh = ({ target }: Planned) => !known.has(target.id) && known.add(target.id);
    const events = (await planEvents(context, atOnce)).filter(fresh);
    const same = [
      ...(await planSameEvents(context, [...atOnce, ...events.filter((event) => event.op === "block")])),
      ...(op === "restore" ? await planRestoredEvents(context, atOnce) : []),
    ].filter(fresh);
    const [follow, wait] = (["apply", "wait"] as const).map((outcome) =>
      same.filter((edit) => outcomeOf(context.policy, context.who, edit) === outcome),
    ) as [Planned[], Planned[]];
    const plan = await analysePlan(context, [...atOnce, ...events, ...follow]);
    let unfolded: Planned[] = [];
    const answer = await context.write(async (tx): Promise<Output> => {
      ({ unfolded } = await applyPlan(tx, context.who, plan));
      const queued = await queueEdits(tx, context.who, waiting);
      await queueEdits(tx, context.who, wait);
      context.touched(edits.map(({ target }) => target.id));
      return {
        status: waiting.length > 0 ? "pending" : "approved",
        matched: targets.length,
        edited: edits.length,
        edit_ids: [...atOnce.map(({ editId }) => editId), ...queued].slice(0, shownIds),
        ...(targets.length === 0 ? { note: nothingOf(input) } : {}),
      };
    });
    await foldRest(context, unfolded, plan.spaceId);
    return answer;
  });
}

function checkBulk(
  policy: Policy,
  { target_ids, writer, rollback_id, since, suspend, dry_run, op, patch }: Input,
): Planned["patch"] {
  const refuse = (path: string, message: string) =>
    new PalimpsestError("VALIDATION_ERROR", `${path}: ${message}.`, { details: [{ path, message }] });
  if ([target_ids, writer, rollback_id].filter((given) => given !== undefined).length !== 1) {
    throw refuse("target_ids", "give either target_ids or writer or rollback_id");
  }
  if (rollback_id !== undefined && (op !== "restore" || Object.keys(patch).length > 0)) {
    throw refuse("rollback_id", "goes with op restore and no patch");
  }
  if (since !== undefined && writer === undefined) throw refuse("since", "goes with writer");
  if (suspend && (writer === undefined || (op !== "retract" && op !== "quarantine"))) {
    throw refuse("suspend", "goes with writer and op retract or quarantine");
  }
  if (dry_run && (suspend || writer === undefined || (op !== "retract" && op !== "quarantine"))) {
    throw refuse("dry_run", "goes with writer and op retract or quarantine, and without suspend");
  }
  if (patch.edit_id !== undefined) throw refuse("patch.edit_id", "names an edit of one memory, not of many");
  return checkPatch(policy, op, patch);
}

/** One id that is missing, foreign or expired refuses the whole. */
function readTargets(
  context: OperationContext,
  { target_ids, writer, since, op, patch }: Input,
): Promise<Target[]> {
  return context.read(async (tx) => {
    if (target_ids === undefined) {
      // Only what a restore brings back is compared with what is there.
      return currentMemoriesOf(tx, context.who, {
        writer: writer!,
        since,
        withText: op === "restore" || changesWords(patch),
      });
    }
    const ids = [...new Set(target_ids)];
    const targets = await currentMemories(tx, context.who, ids);
    if (targets.length !== ids.length) throw notFound("memory");
    return targets;
  });
}

/** Leaves out what is so already: retractions of retracted memories, and restores where nothing is in force to undo. */
async function applicable(
  { who, read }: OperationContext,
  op: Op,
  patch: Planned["patch"],
  targets: Target[],
): Promise<Pick<Planned, "target" | "undoes">[]> {
  if (op === "amend") {
    const gone = targets.find((target) => target.retracted);
    if (gone) throw retracted({ op, patch, target: gone });
  }
  if (op !== "restore") {
    return targets.flatMap((target) => (op === "retract" && target.retracted ? [] : [{ target }]));
  }
  const undone = new Map<string, LiveEdit[]>();
  for (const part of slices(targets.filter(({ edit_count }) => edit_count > 0))) {
    const ids = part.map(({ id }) => id);
    for (const edit of await read((tx) => liveEdits(tx, who, ids, patch))) {
      undone.set(edit.memory_id, [...(undone.get(edit.memory_id) ?? []), edit]);
    }
  }
  return targets.flatMap((target) => {
    const edits = undone.get(target.id);
    return edits ? [{ target, undoes: whoseEdits(who, edits) }] : [];
  });
}

const tooMany = (count: number) =>
  new PalimpsestError(
    "CONFLICT",
    `${count} of these edits would wait for approval, and one call by writer may leave at most ${mostWaiting} to decide. Ask a reviewer to edit by writer, which is one decision, or name fewer memories by target_ids or since.`,
  );
