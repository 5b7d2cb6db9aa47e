import { limits } from "@palimpsest/contract";
import { newId } from "../../../identity/index.js";
import type { OperationContext } from "../../../services.js";
import { cutText } from "../../../text/index.js";
import { shownTwins } from "../../read/twins.js";
import type { Planned } from "../plan.js";

/** The retractions that go with one. */
export async function planTwins(context: OperationContext, cause: Planned): Promise<Planned[]> {
  if (cause.op !== "retract" || cause.twins !== "take") return [];
  const twins = await context.read((tx) => shownTwins(tx, context, cause.target));
  return twins.map((target) => ({
    editId: newId("edt"),
    target,
    op: "retract",
    patch: {},
    reason: cutText(`The same words as ${cause.target.id}: ${cause.reason}`, limits.reasonChars),
    cascade: "none",
    causedBy: cause.editId,
  }));
}
