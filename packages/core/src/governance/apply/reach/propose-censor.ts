import { limits, PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../../db/index.js";
import { newId, type Principal } from "../../../identity/index.js";
import { emitEvents } from "../../../outbox/index.js";
import type { CensorCause } from "../../../policy/index.js";
import type { OperationContext } from "../../../services.js";
import {
  currentMemories,
  findMemory,
  findProposedCensor,
  insertMemories,
  lockName,
  ownSpaceId,
  type Prepared,
  prepareMemory,
} from "../../../substrate/index.js";
import { cutText } from "../../../text/index.js";
import type { Plan, Planned } from "../plan.js";
import { queueEdits } from "../queue-edits.js";

/** A pattern is a phrase: a longer one would be contained in no text. */
const patternChars = 200;

/** Why a censor is proposed, and what it is to stop. */
export interface Proposal {
  cause: CensorCause;
  memoryId: string;
  pattern: string;
  reason: string;
}

/**
 * A censor that the policy lets be proposed, for the readers of the memory that is the cause. The part that may call a
 * model. Undefined if there is none: what the call itself does must not fail because of it.
 */
export async function prepareCensor(
  context: OperationContext,
  { cause, memoryId, pattern, reason }: Proposal,
): Promise<Prepared | undefined> {
  const { who, policy } = context;
  const phrase = cutText(pattern.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim(), patternChars);
  if (!policy.censors.propose_on.includes(cause) || phrase === "") return undefined;
  try {
    const place = await context.read((tx) => findMemory(tx, who, memoryId));
    return await prepareMemory(context, {
      kind: "censor",
      attributes: {
        ...{ trigger_pattern: phrase, reason: cutText(reason, limits.reasonChars), action: "block" },
        proposed_for: memoryId,
      },
      origin: who.type === "human" ? "human" : "agent",
      scope: place.scope ?? undefined,
      subjectType: place.subject_type ?? undefined,
      subjectId: place.subject_id ?? undefined,
      projectId: place.project_id ?? undefined,
      sessionId: place.session_id ?? undefined,
      channel: place.channel,
      visibility: place.visibility,
      audience: place.audience,
      boundaryClass: place.boundary_class,
    });
  } catch (error) {
    if (error instanceof PalimpsestError && error.status < 500) return undefined;
    throw error;
  }
}

/** A plan that does nothing but propose this censor; undefined if there is none to propose. */
export async function planCensor(context: OperationContext, proposal: Proposal): Promise<Plan | undefined> {
  const { services, policy } = context;
  const censor = await prepareCensor(context, proposal);
  if (censor === undefined) return undefined;
  const spaceId = await ownSpaceId(services);
  return { edits: [], spaceId, foldAtOnce: 1, reach: policy.limits, censors: [censor] };
}

/**
 * Writes a censor that is not in force, and queues the edit that puts it into force: one for each cause. The words of a
 * retracted memory may stand in it, which is what it is for.
 */
export async function proposeCensor(
  tx: Tx,
  who: Principal,
  censor: Prepared | undefined,
  apply: (edits: Planned[]) => Promise<unknown>,
): Promise<string | undefined> {
  if (censor === undefined) return undefined;
  const memoryId = String(censor.attributes.proposed_for);
  await lockName(tx, who, `censor for ${memoryId}`);
  if ((await findProposedCensor(tx, who, memoryId)) !== undefined) return undefined;
  await insertMemories(tx, who, [censor]);
  await emitEvents(tx, [
    { type: "censor_created", memoryId: censor.id, kind: "censor", data: { action: "block" } },
  ]);
  const waits = await planned(tx, who, censor.id, "quarantine", {}, "It waits for approval.");
  await apply([waits]);
  const approval = await planned(
    tx,
    who,
    censor.id,
    "restore",
    { op: "quarantine" },
    // The words of the censor are for those who may read it; everybody sees the reason of an edit.
    `Proposed because of ${memoryId}.`,
  );
  const [editId] = await queueEdits(tx, who, [approval]);
  return editId;
}

async function planned(
  tx: Tx,
  who: Principal,
  id: string,
  op: Planned["op"],
  patch: Planned["patch"],
  reason: string,
): Promise<Planned> {
  const [target] = await currentMemories(tx, who, [id]);
  return {
    editId: newId("edt"),
    target: target!,
    op,
    patch,
    reason,
    cascade: "none",
    twins: "leave",
    toldOtherwise: true,
  };
}
