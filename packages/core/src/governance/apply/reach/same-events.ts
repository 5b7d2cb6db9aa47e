import { limits } from "@palimpsest/contract";
import { sameEvents } from "../../../documents/index.js";
import { newId } from "../../../identity/index.js";
import type { OperationContext } from "../../../services.js";
import { currentMemories } from "../../../substrate/index.js";
import { cutText } from "../../../text/index.js";
import type { Patch } from "../../edit.js";
import type { Target } from "../../read/target.js";
import type { Planned } from "../plan.js";

/** The same edits of the same event in other revisions of its document: one that is shown again must not undo them. */
export async function planSameEvents(context: OperationContext, cause: Planned): Promise<Planned[]> {
  const { target, op } = cause;
  const patch = carriedPatch(cause);
  if (target.kind !== "semantic_event" || target.unread || patch === undefined) return [];
  const found = await context.read(async (tx) =>
    currentMemories(tx, context.who, await sameEvents(tx, context, target)),
  );
  return found
    .filter((other) => !isSo(cause, other))
    .map((other) => ({
      ...{ editId: newId("edt"), target: other, op, patch },
      reason: cutText(`The same event as ${target.id}: ${cause.reason}`, limits.reasonChars),
      ...{ cascade: "none", causedBy: cause.editId },
    }));
}

/** What of an edit holds for the event in every revision; undefined if nothing does. */
function carriedPatch({ op, patch, twins }: Planned): Patch | undefined {
  if (op === "retract") return twins === "leave" ? undefined : {};
  if (op === "quarantine" || op === "block") return patch;
  const { text, attributes } = patch;
  if (op !== "amend" || (text === undefined && attributes === undefined)) return undefined;
  return { ...(text !== undefined && { text }), ...(attributes !== undefined && { attributes }) };
}

const isSo = ({ op, patch }: Planned, { retracted, quarantined, blocked_channels }: Target): boolean =>
  retracted ||
  (op === "quarantine" && quarantined) ||
  (op === "block" && patch.channel !== undefined && blocked_channels.includes(patch.channel));
