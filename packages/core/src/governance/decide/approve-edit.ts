import { type InputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { OperationContext } from "../../services.js";
import { analysePlan } from "../apply/analyse-plan.js";
import { AlreadyDecided, applyPlan } from "../apply/apply-plan.js";
import { assertApplicable } from "../apply/assert-applicable.js";
import { foldRest } from "../apply/fold-edits.js";
import { assertMaySay } from "../apply/invariants/assert-may-say.js";
import type { Planned } from "../apply/plan.js";
import { queueEdits } from "../apply/queue-edits.js";
import { assertCascades } from "../apply/reach/cascade.js";
import { planConsequences, reached, shownIds, withLateTwins } from "../apply/reach/consequences.js";
import { withdrawCaused } from "../apply/reach/withdraw.js";
import { retryWhenStale } from "../apply/retry-when-stale.js";
import { cleanNote } from "../check-patch.js";
import type { EditRow } from "../read/edits/edit.sql.js";
import { findDecidable, touchedBy } from "../read/edits/unread-edits.sql.js";
import { findTarget, findUnread } from "../read/target.js";
import { stateAfter } from "../state-after.js";
import { assertMayApprove, assertMayDecide, outcomeOf } from "./approval-policy.js";
import { type Decided, decidedAnswer } from "./decision-answer.js";

type Input = InputOf<PalimpsestContract["approveEdit"]>;

/** Approves a pending edit and applies it with its cascade in one transaction. Of several approvals at once, one applies it. */
export function approveEdit(context: OperationContext, input: Input): Promise<Decided> {
  return retryWhenStale(async () => {
    const edit = await context.read((tx) => findDecidable(tx, context.who, input.edit_id));
    context.touched(touchedBy(edit));
    assertMayDecide(context.who, edit.proposer_id);
    if (edit.status === "rejected") throw rejectedBefore();
    if (edit.status === "approved") return context.write((tx) => decidedAnswer(tx, edit));
    try {
      return await approve(context, edit, input);
    } catch (error) {
      if (!(error instanceof AlreadyDecided)) throw error;
      return approveEdit(context, input);
    }
  });
}

async function approve(
  context: OperationContext,
  edit: EditRow,
  { note, cascade = edit.cascade, twins = edit.twins }: Input,
): Promise<Decided> {
  const { who } = context;
  assertCascades(edit.op, cascade);
  if (edit.unread && edit.op === "amend") throw mustBeRead();
  const target = await context.read((tx) =>
    edit.unread ? findUnread(tx, edit.memory_id) : findTarget(tx, who, edit.memory_id, "memory"),
  );
  assertMayApprove(who, { op: edit.op, target, patch: edit.patch }, edit.proposer_type);
  const said = cleanNote(note);
  assertMaySay(context, said, target);
  const planned: Planned = {
    editId: edit.edit_id,
    target,
    op: edit.op,
    patch: edit.patch,
    reason: edit.reason,
    cascade,
    // Those who may not read the words are not told whether others have the same.
    twins: edit.unread ? "leave" : twins,
    proposed: true,
    note: said,
  };
  refuseTooLong(context, planned);
  const undone = await context.read((tx) => assertApplicable(tx, who, planned));
  planned.foldByJob = edit.unread && undone?.some(({ op }) => op === "retract" || op === "amend");
  // Whoever approves the edit approves what comes along, unless the policy forbids them that.
  const decide = (other: Planned) => (outcomeOf(context.policy, who, other) === "deny" ? "deny" : "apply");
  const known = await planConsequences(context, planned, decide);
  const plan = await analysePlan(context, [planned, ...known.twins, ...known.cascade]);
  let unfolded: Planned[] = [];
  const decided = await context.write(async (tx) => {
    const found = await withLateTwins(tx, context, planned, known, decide);
    const applied = await applyPlan(tx, who, { ...plan, edits: [...plan.edits, ...found.late] });
    unfolded = applied.unfolded;
    await queueEdits(tx, who, found.waiting);
    await withdrawCaused(tx, who, planned, found.undoneIds);
    context.touched(shownIds(found));
    return {
      edit_id: edit.edit_id,
      status: "approved" as const,
      approved_by: who.id,
      applied_at: applied.times.get(edit.edit_id)!,
      ...reached(found),
    };
  });
  await foldRest(context, unfolded, plan.spaceId);
  return decided;
}

/** Each of two proposals may fit the limit by itself where both together do not. */
function refuseTooLong({ policy }: OperationContext, { target, patch }: Planned): void {
  const { text } = stateAfter(target, patch);
  const maxChars = policy.limits.text_characters;
  if (text === target.text || text.length <= maxChars) return;
  throw new PalimpsestError(
    "CONFLICT",
    `With this edit the memory would have more than ${maxChars} characters. Shorten it first, or reject the edit.`,
  );
}

const mustBeRead = () =>
  new PalimpsestError(
    "FORBIDDEN",
    "You may not read this memory, and so not approve new words for it. Reject the edit, or leave it to those who may.",
  );

const rejectedBefore = () =>
  new PalimpsestError("CONFLICT", "This edit was rejected before; propose a new one.");
