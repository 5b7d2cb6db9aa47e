import { limits } from "@palimpsest/contract";
import { partsOf } from "../../../documents/index.js";
import { newId } from "../../../identity/index.js";
import type { OperationContext } from "../../../services.js";
import { currentMemories } from "../../../substrate/index.js";
import { cutText } from "../../../text/index.js";
import type { Op } from "../../edit.js";
import type { Planned } from "../plan.js";

const reaching: readonly Op[] = ["retract", "quarantine", "block"];

/** The same edit of every passage of a document, in all its revisions. A restore undoes them as what the edit caused. */
export async function planParts(context: OperationContext, cause: Planned): Promise<Planned[]> {
  const { target, op, patch } = cause;
  if (target.kind !== "artifact" || !reaching.includes(op)) return [];
  return context.read(async (tx) => {
    const { chunkIds } = await partsOf(tx, context.who, target.id);
    const passages = await currentMemories(tx, context.who, chunkIds);
    return passages
      .filter(({ retracted }) => !retracted)
      .map((passage) => ({
        editId: newId("edt"),
        target: passage,
        op,
        patch,
        reason: cutText(`Part of ${target.id.split("::", 1)[0]}: ${cause.reason}`, limits.reasonChars),
        cascade: "none",
        causedBy: cause.editId,
      }));
  });
}
