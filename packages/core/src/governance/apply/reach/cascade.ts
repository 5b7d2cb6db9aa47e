import { invalidField, limits, PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../../db/index.js";
import { newId } from "../../../identity/index.js";
import type { OperationContext } from "../../../services.js";
import {
  currentMemories,
  derivedFrom,
  digestsOf,
  tombstoned,
  unreadMemories,
} from "../../../substrate/index.js";
import { cutText } from "../../../text/index.js";
import { type Cascade, changesWords, type Op } from "../../edit.js";
import { stateAfter } from "../../state-after.js";
import type { Planned } from "../plan.js";
import { carriedPatch } from "./carry/carried-patch.js";
import { correctionOf } from "./carry/carry-over.js";

const cascading: Op[] = ["retract", "amend", "quarantine"];

/** What an edit does to other memories unless it is told. */
export const defaultCascade = (op: Op): Cascade => (op === "restore" ? "undo" : "none");

export function assertCascades(op: Op, cascade: Cascade): void {
  const allowed = cascade === "undo" ? op === "restore" : cascading.includes(op);
  if (cascade === "none" || allowed) return;
  if (cascade === "undo") throw invalidField("cascade", "undo belongs to restore");
  const message = `${op} leaves what was made from the memory as it is; only ${cascading.join(", ")} cascade`;
  throw new PalimpsestError("VALIDATION_ERROR", `cascade: ${message}.`, {
    details: [{ path: "cascade", message }],
  });
}

/** The edits of all memories derived from the one that `cause` edits, and from its twins. */
export async function planCascade(
  context: OperationContext,
  cause: Planned,
  twins: Planned[] = [],
): Promise<Planned[]> {
  const { who, policy, digestKey } = context;
  if (cause.cascade === "none" || cause.cascade === "undo") return [];
  const carries = cause.cascade === "rederive" && cause.op === "amend";
  const { text } = stateAfter(cause.target, cause.patch);
  // Attributes that are not part of the text have no words that another memory could have taken over.
  if (carries && text === cause.target.text) return [];
  cause.fromText ||= carries;
  const correction = carries ? correctionOf(cause.target.text, text) : undefined;

  return context.read(async (tx) => {
    const of = [cause.target.id, ...twins.map(({ target }) => target.id)];
    const { ids, unread } = await derivedIds(tx, context, of);
    cause.derived = { of, known: new Set([...ids, ...unread]) };
    const derived = [...(await currentMemories(tx, who, ids)), ...(await unreadMemories(tx, unread))];
    const plans = derived.flatMap((target): Planned[] => {
      if (target.retracted) return [];
      const edit = {
        editId: newId("edt"),
        target,
        reason: cutText(`Made from ${cause.target.id}: ${cause.reason}`, limits.reasonChars),
        cascade: "none" as const,
        causedBy: cause.editId,
      };
      // What the caller may not read is not corrected, and so is quarantined.
      const patch = correction && !target.unread ? carriedPatch(target, correction) : undefined;
      if (patch && stateAfter(target, patch).text.length <= policy.limits.text_characters) {
        return [{ ...edit, op: "amend", patch, fromText: true }];
      }
      return target.quarantined ? [] : [{ ...edit, op: "quarantine", patch: {} }];
    });
    const texts = plans.flatMap(({ target, patch }) =>
      changesWords(patch)
        ? [{ memoryId: target.id, ...digestsOf(digestKey, stateAfter(target, patch).text) }]
        : [],
    );
    const stones = texts.length > 0 ? await tombstoned(tx, who, texts) : new Map<string, string>();
    return plans.map((plan) =>
      stones.has(plan.target.id) ? { ...plan, op: "quarantine" as const, patch: {} } : plan,
    );
  });
}

async function derivedIds(tx: Tx, { policy }: OperationContext, of: string[]) {
  const { cascade_memories, cascade_depth } = policy.limits;
  const { memories, unread, capped } = await derivedFrom(tx, of, policy.limits);
  if (capped) {
    throw new PalimpsestError(
      "CONFLICT",
      `More was made from this memory than one cascade reaches (${cascade_memories} memories, ${cascade_depth} steps). Apply the edit with cascade none, then edit the rest with bulk edits.`,
    );
  }
  return { ids: memories.map(({ id }) => id), unread };
}
