import { limits, notFound } from "@palimpsest/contract";
import { newId } from "../../identity/index.js";
import type { OperationContext } from "../../services.js";
import { digestsOf, partDigests, tombstoned } from "../../substrate/index.js";
import { analysePlan } from "../apply/analyse-plan.js";
import { applyPlan, refuseTombstoned } from "../apply/apply-plan.js";
import { assertApplicable } from "../apply/assert-applicable.js";
import { foldRest } from "../apply/fold-edits.js";
import { assertMayAmend, assertMaySay } from "../apply/invariants/assert-may-say.js";
import type { Planned } from "../apply/plan.js";
import { queueEdits } from "../apply/queue-edits.js";
import { assertCascades, defaultCascade } from "../apply/reach/cascade.js";
import { planConsequences, reached, shownIds, withLateTwins } from "../apply/reach/consequences.js";
import { takesTwins } from "../apply/reach/twins.js";
import { withdrawCaused } from "../apply/reach/withdraw.js";
import { retryWhenStale } from "../apply/retry-when-stale.js";
import { checkPatch, cleanText } from "../check-patch.js";
import { appliesAtOnce, outcomeOf } from "../decide/approval-policy.js";
import type { Cascade, EditRequest, Op } from "../edit.js";
import { countReached, findEdit, type Reached } from "../read/edits/edit.sql.js";
import { liveEdits } from "../read/edits/live-edits.sql.js";
import { whoseEdits } from "../read/edits/whose-edits.js";
import { findTarget, type Target } from "../read/target.js";
import { withSameWords } from "../read/twins.js";
import { stateAfter } from "../state-after.js";
import { patchForKind } from "./patch-for-kind.js";

export interface Proposal {
  editId: string;
  status: "approved" | "pending";
  appliedAt?: string;
  reached: Reached;
  /** Whether the memory's attributes add lines to the text that was given. */
  addsLines: boolean;
}

/** Applies an edit with its cascade, or stores it as pending, as the policy says. */
export function proposeEdit<T>(
  context: OperationContext,
  request: EditRequest,
  answer: (proposal: Proposal) => T,
): Promise<T> {
  const patch = checkPatch(context.policy, request.op, request.patch);
  const reason = cleanText("reason", request.reason, limits.reasonChars);
  const cascade = request.cascade ?? defaultCascade(request.op);
  assertCascades(request.op, cascade);
  return retryWhenStale(async () => {
    const { target, undone, sameWords } = await readTarget(context, request);
    const earlier = target.retracted ? await sameRetraction(context, request.op, target, cascade) : undefined;
    if (earlier) return context.write(async () => answer(earlier));
    assertMaySay(context, reason, target);
    const edit: Planned = {
      editId: newId("edt"),
      target,
      op: request.op,
      patch: patchForKind(patch, target, context.policy.limits.text_characters),
      reason,
      cascade,
      twins: request.twins,
      sameWords,
      undoes: undone && whoseEdits(context.who, undone),
    };
    const addsLines =
      patch.text !== undefined && stateAfter(target, edit.patch).text.trim() !== patch.text.trim();
    const proposal = appliesAtOnce(context.policy, context.who, edit) ? apply : wait;
    return proposal(context, edit, (made) => answer({ ...made, addsLines }));
  });
}

/** Finds the memory, its twins if these come along, and what a restore undoes. A restore of one edit also requires that this edit is in force on it. */
function readTarget(context: OperationContext, request: EditRequest) {
  const { read, who, touched } = context;
  const { target_id, target_type, patch } = request;
  return read(async (tx) => {
    const target = await findTarget(tx, who, target_id, target_type, request.op);
    if (patch.edit_id !== undefined) {
      const undone = await findEdit(tx, who, patch.edit_id);
      if (undone.memory_id !== target.id || undone.status !== "approved") throw notFound("edit");
    }
    touched([target.id]);
    return {
      target,
      undone: await assertApplicable(tx, who, { ...request, target }),
      sameWords: takesTwins(request) ? await withSameWords(tx, context, target) : undefined,
    };
  });
}

/**
 * A retracted memory is not retracted again: the answer is the retraction in force. One that came with another memory's
 * does not count, for it goes with that one.
 */
function sameRetraction(
  { read, who }: OperationContext,
  op: Op,
  target: Target,
  cascade: Cascade,
): Promise<Proposal | undefined> {
  if (op !== "retract") return Promise.resolve(undefined);
  return read(async (tx) => {
    const live = await liveEdits(tx, who, [target.id], { op: "retract" });
    const earlier = live.findLast(({ caused_by }) => caused_by === null);
    if (!earlier || (cascade !== "none" && cascade !== earlier.cascade)) return undefined;
    const reached = await countReached(tx, earlier.edit_id);
    return { editId: earlier.edit_id, status: "approved", appliedAt: earlier.at, reached, addsLines: false };
  });
}

async function apply<T>(
  context: OperationContext,
  edit: Planned,
  answer: (made: Omit<Proposal, "addsLines">) => T,
): Promise<T> {
  const { who, policy } = context;
  const decide = (other: Planned) => outcomeOf(policy, who, other);
  const planned = await planConsequences(context, edit, decide);
  const plan = await analysePlan(context, [edit, ...planned.twins, ...planned.cascade]);
  let unfolded: Planned[] = [];
  const made = await context.write(async (tx) => {
    const found = await withLateTwins(tx, context, edit, planned, decide);
    const applied = await applyPlan(tx, who, { ...plan, edits: [...plan.edits, ...found.late] });
    unfolded = applied.unfolded;
    await queueEdits(tx, who, found.waiting);
    await withdrawCaused(tx, who, edit, found.undoneIds);
    context.touched([edit.editId, ...shownIds(found)]);
    return answer({
      editId: edit.editId,
      status: "approved",
      appliedAt: applied.times.get(edit.editId)!,
      reached: reached(found),
    });
  });
  await foldRest(context, unfolded, plan.spaceId);
  return made;
}

async function wait<T>(
  context: OperationContext,
  edit: Planned,
  answer: (made: Omit<Proposal, "addsLines">) => T,
): Promise<T> {
  const { who, digestKey } = context;
  assertMayAmend(context, edit);
  return context.write(async (tx) => {
    const { target } = edit;
    const after = stateAfter(target, edit.patch);
    const texts = [
      ...(after.text === target.text ? [] : [digestsOf(digestKey, after.text)]),
      ...partDigests(digestKey, target.kind, after, target),
    ];
    const words = texts.map((digests) => ({ memoryId: target.id, ...digests }));
    if (words.length > 0) refuseTombstoned(await tombstoned(tx, who, words));
    const [editId] = await queueEdits(tx, who, [edit]);
    context.touched([editId!]);
    return answer({ editId: editId!, status: "pending", reached: { cascaded: 0, twins: 0, waiting: 0 } });
  });
}
