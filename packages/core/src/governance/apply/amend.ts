import type { Attributes } from "@palimpsest/contract";
import { newId } from "../../identity/index.js";
import type { OperationContext } from "../../services.js";
import type { Patch } from "../edit.js";
import type { Target } from "../read/target.js";
import { analysePlan } from "./analyse-plan.js";
import type { Plan } from "./plan.js";

/**
 * An amendment by which an operation of a kind changes its memory, for instance ends an episode. The operation has
 * decided that the caller may, so it is in force at once. With `toldOtherwise`, an event of the operation's own tells of it.
 * Calls the embedder: never in a transaction.
 */
export const planAmendment = (
  context: OperationContext,
  target: Target,
  change: { text?: string; attributes?: Attributes },
  reason: string,
  { toldOtherwise = false } = {},
): Promise<Plan> =>
  analysePlan(context, [
    {
      ...{ editId: newId("edt"), target, op: "amend", patch: change as Patch, reason },
      ...{ cascade: "none", twins: "leave", toldOtherwise },
    },
  ]);
