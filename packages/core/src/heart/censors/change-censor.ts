import { type InputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { emitEvents } from "../../outbox/index.js";
import type { OperationContext } from "../../services.js";
import {
  type CensorSignal,
  changeState,
  countFalsePositive,
  lockCensorSignal,
  lockMemories,
  setEscalation,
} from "../../substrate/index.js";
import { approvedCensors } from "./censor-trust.js";
import { type KnownCensor, nextAction, readCensor, shownCensor, storedAction } from "./read-censor.js";

type Input = InputOf<PalimpsestContract["escalateCensor"]>;

/** Locks a censor that the caller may weaken or raise, changes it, and shows it as it is afterwards. */
function change(
  context: OperationContext,
  { censor_id }: Input,
  work: (tx: Tx, censor: KnownCensor, signal: CensorSignal) => Promise<void>,
) {
  const { who } = context;
  return context.write(async (tx) => {
    await lockMemories(tx, [censor_id]);
    const censor = await readCensor(tx, context, censor_id);
    await assertMayChange(tx, context, censor);
    await work(tx, censor, await lockCensorSignal(tx, who, censor_id));
    context.touched([censor_id]);
    return shownCensor(context, await readCensor(tx, context, censor_id));
  });
}

/**
 * People change every censor, and so does whoever may approve edits. An agent changes its own, except where a person has
 * approved it: what another agent forbade itself is neither loosened nor made to stop it for good.
 */
async function assertMayChange(tx: Tx, context: OperationContext, { row }: KnownCensor): Promise<void> {
  const { who } = context;
  if (who.type === "human" || who.permissions.has("edit:approve")) return;
  const approved = await approvedCensors(tx, context, [row]);
  if (approved.size === 0 && row.owner_id === who.id) return;
  const writer = row.origin === "human" ? "A person" : "Another agent";
  const reason = approved.size === 0 ? `${writer} wrote` : "A person approved";
  throw new PalimpsestError(
    "FORBIDDEN",
    `${reason} this censor, so an agent does not change it. Propose an edit of it, and a person decides.`,
  );
}

export const escalateCensor = (context: OperationContext, input: Input) =>
  change(context, input, async (tx, { row }, signal) => {
    const old = storedAction(row, signal);
    if (old === "absolute") return;
    const action = nextAction(old);
    await setEscalation(tx, context.who, [row.id], action, "escalation");
    await emitEvents(tx, [
      { type: "censor_escalated", memoryId: row.id, kind: "censor", data: { old, new: action } },
    ]);
  });

export const recordCensorFalsePositive = (context: OperationContext, input: Input) =>
  change(context, input, async (tx, { row }, { activations, false_positives }) => {
    if (false_positives >= activations) {
      throw new PalimpsestError(
        "CONFLICT",
        `This censor has matched ${activations} times, and all of these are said to be wrong already.`,
      );
    }
    await countFalsePositive(tx, context.who, row.id);
    const count = false_positives + 1;
    await emitEvents(tx, [
      { type: "censor_false_positive", memoryId: row.id, kind: "censor", data: { count } },
    ]);
  });

export const deactivateCensor = (context: OperationContext, input: Input) =>
  change(context, input, async (tx, { row }) => {
    if (row.status === "inactive") return;
    await changeState(tx, context.who, "censor", row.id, "inactive");
    await emitEvents(tx, [{ type: "censor_deactivated", memoryId: row.id, kind: "censor", data: {} }]);
  });
