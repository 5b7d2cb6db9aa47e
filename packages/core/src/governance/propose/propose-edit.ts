import { limits, notFound, PalimpsestError } from "@palimpsest/contract";
import { newId } from "../../identity/index.js";
import type { OperationContext } from "../../services.js";
import { digestsOf, tombstoned } from "../../substrate/index.js";
import { applyPlan, refuseTombstoned } from "../apply/apply-plan.js";
import { assertApplicable } from "../apply/assert-applicable.js";
import { assertCascades, planCascade } from "../apply/cascade.js";
import { analysePlan, type Planned } from "../apply/plan.js";
import { retryWhenStale } from "../apply/retry-when-stale.js";
import { checkPatch, cleanText } from "../check-patch.js";
import { appliesAtOnce } from "../decide/approval-policy.js";
import type { EditRequest } from "../edit.js";
import { countCascaded, findEdit, retractionOf } from "../read/edits/edit.sql.js";
import { findTarget, type Target } from "../read/target.js";
import { stateAfter } from "../state-after.js";
import { patchForKind } from "./patch-for-kind.js";
import { queueEdits } from "./queue-edits.js";

export interface Proposal {
  editId: string;
  status: "approved" | "pending";
  appliedAt?: string;
  cascaded: number;
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
  assertCascades(request.op, request.cascade);
  return retryWhenStale(async () => {
    const target = await readTarget(context, request);
    context.touched([target.id]);
    const earlier = target.retracted ? await sameRetraction(context, request) : undefined;
    if (earlier) return context.write(async () => answer(earlier));
    await context.read((tx) => assertApplicable(tx, context.who, { ...request, target }));
    const edit: Planned = {
      editId: newId("edt"),
      target,
      op: request.op,
      patch: patchForKind(patch, target, context.policy.limits.text_characters),
      reason,
      cascade: request.cascade,
    };
    const addsLines =
      patch.text !== undefined && stateAfter(target, edit.patch).text.trim() !== patch.text.trim();
    const proposal = appliesAtOnce(context.policy, context.who, edit.op, target) ? apply : wait;
    return proposal(context, edit, (made) => answer({ ...made, addsLines }));
  });
}

/** Finds the memory. A restore of one edit also requires that this edit is in force on it. */
function readTarget(
  context: OperationContext,
  { target_id, target_type, patch }: EditRequest,
): Promise<Target> {
  return context.read(async (tx) => {
    const target = await findTarget(tx, context.who, target_id, target_type);
    if (patch.edit_id !== undefined) {
      const undone = await findEdit(tx, context.who, patch.edit_id);
      if (undone.memory_id !== target.id || undone.status !== "approved") throw notFound("edit");
    }
    return target;
  });
}

/** A retracted memory is not retracted again: the answer is the retraction in force. */
function sameRetraction(
  context: OperationContext,
  { target_id, op, cascade }: EditRequest,
): Promise<Proposal | undefined> {
  if (op !== "retract") return Promise.resolve(undefined);
  return context.read(async (tx) => {
    const earlier = await retractionOf(tx, context.who, target_id);
    if (!earlier || (cascade !== "none" && cascade !== earlier.cascade)) return undefined;
    const cascaded = await countCascaded(tx, context.who, earlier.edit_id);
    return { editId: earlier.edit_id, status: "approved", appliedAt: earlier.at, cascaded, addsLines: false };
  });
}

async function apply<T>(
  context: OperationContext,
  edit: Planned,
  answer: (made: Omit<Proposal, "addsLines">) => T,
): Promise<T> {
  const cascade = await planCascade(context, edit);
  assertReaches(context, cascade);
  const plan = await analysePlan(context, [edit, ...cascade]);
  return context.write(async (tx) => {
    const times = await applyPlan(tx, context.who, plan);
    context.touched([edit.editId, ...cascade.map(({ target }) => target.id)]);
    return answer({
      editId: edit.editId,
      status: "approved",
      appliedAt: times.get(edit.editId)!,
      cascaded: cascade.length,
    });
  });
}

/** Memories derived from an agent's own one may belong to others, so a cascade to them needs approval. */
function assertReaches({ policy, who }: OperationContext, cascade: Planned[]): void {
  if (cascade.every(({ op, target }) => appliesAtOnce(policy, who, op, target))) return;
  throw new PalimpsestError(
    "FORBIDDEN",
    "Others see what was made from this memory. Edit it with cascade none, then propose edits of those.",
  );
}

async function wait<T>(
  context: OperationContext,
  edit: Planned,
  answer: (made: Omit<Proposal, "addsLines">) => T,
): Promise<T> {
  const { who, digestKey } = context;
  return context.write(async (tx) => {
    const { text } = stateAfter(edit.target, edit.patch);
    if (text !== edit.target.text) {
      const digests = digestsOf(digestKey, text);
      refuseTombstoned(await tombstoned(tx, who, [{ memoryId: edit.target.id, ...digests }]));
    }
    const [editId] = await queueEdits(tx, who, [edit]);
    context.touched([editId!]);
    return answer({ editId: editId!, status: "pending", cascaded: 0 });
  });
}
