import { limits } from "@palimpsest/contract";
import { partsOf } from "../../../documents/index.js";
import { newId } from "../../../identity/index.js";
import type { OperationContext } from "../../../services.js";
import { currentMemories } from "../../../substrate/index.js";
import { cutText } from "../../../text/index.js";
import type { Planned } from "../plan.js";
import { derivedNow, reaching } from "./events.js";

/** The same edit of every passage and event of a document, in all its revisions. A restore undoes them as what the edit caused. */
export async function planParts(context: OperationContext, cause: Planned): Promise<Planned[]> {
  const { target, op, patch } = cause;
  if (target.kind !== "artifact" || !reaching.includes(op)) return [];
  return context.read(async (tx) => {
    const { chunkIds, eventIds } = await partsOf(tx, context.who, target.id);
    cause.passages = new Set(chunkIds);
    cause.derived ??= await derivedNow(tx, context, chunkIds);
    const parts = await currentMemories(tx, context.who, [...chunkIds, ...eventIds]);
    return parts
      .filter(({ retracted }) => !retracted)
      .map((part) => ({
        editId: newId("edt"),
        target: part,
        op,
        patch,
        reason: cutText(`Part of ${target.id.split("::", 1)[0]}: ${cause.reason}`, limits.reasonChars),
        cascade: "none",
        causedBy: cause.editId,
      }));
  });
}
