import { newId } from "../../identity/index.js";
import type { OperationContext } from "../../services.js";
import type { Patch } from "../edit.js";
import type { Target } from "../read/target.js";
import { analysePlan } from "./analyse-plan.js";
import type { Plan } from "./plan.js";

/**
 * An amendment by which an operation of a kind changes its memory, for instance ends an episode. The operation has
 * decided that the caller may, so it is in force at once, and an event of the operation's own tells of it.
 */
export const planAmendment = (
  context: OperationContext,
  target: Target,
  attributes: NonNullable<Patch["attributes"]>,
  reason: string,
): Promise<Plan> =>
  analysePlan(context, [
    {
      ...{ editId: newId("edt"), target, op: "amend", patch: { attributes }, reason },
      ...{ cascade: "none", twins: "leave", toldOtherwise: true },
    },
  ]);
