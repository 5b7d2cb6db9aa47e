import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { emitEvent } from "../../outbox/index.js";
import type { OperationContext } from "../../services.js";
import { changeState } from "../../substrate/index.js";
import { assertMayReplace } from "./follow-fact.js";
import { confirm } from "./learn.js";
import { notInForce } from "./learn-fact.js";
import { lockFact, readWritten, shownFact } from "./read-fact.js";

export function confirmFact(
  context: OperationContext,
  { fact_id }: InputOf<PalimpsestContract["confirmFact"]>,
) {
  return context.write(async (tx) => {
    const { row } = await lockFact(tx, context, fact_id, "fact_id");
    if (row.status !== "active") throw notInForce();
    await confirm(tx, context, fact_id);
    return shownFact(context, await readWritten(tx, context, fact_id));
  });
}

/** A fact that is out of force already stays as it is; one that was superseded does not come back any more. */
export function deactivateFact(
  context: OperationContext,
  { fact_id }: InputOf<PalimpsestContract["deactivateFact"]>,
) {
  return context.write(async (tx) => {
    const { row } = await lockFact(tx, context, fact_id, "fact_id");
    assertMayReplace(context, row);
    context.touched([fact_id]);
    if (row.status !== "inactive") {
      await changeState(tx, context.who, "fact", fact_id, "inactive");
      await emitEvent(tx, { type: "fact_deactivated", memoryId: fact_id, kind: "fact", data: {} });
    }
    return shownFact(context, await readWritten(tx, context, fact_id));
  });
}
