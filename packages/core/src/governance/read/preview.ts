import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { OperationContext } from "../../services.js";
import { type State, simulatedStates } from "../../substrate/index.js";
import type { Op, Patch } from "../edit.js";
import { blastRadius } from "./blast-radius.js";
import { changesBetween } from "./changes.js";
import { mayShow, seesOriginals } from "./shown-text.js";
import type { Target } from "./target.js";

export type Preview = OutputOf<PalimpsestContract["previewEdit"]>;

/** What an edit would do to a memory. */
export async function previewOf(
  tx: Tx,
  { who, policy }: OperationContext,
  target: Target,
  op: Op,
  patch: Patch,
): Promise<Preview> {
  const [after] = await simulatedStates(tx, [target.id], op, JSON.stringify(patch));
  const [shownBefore, shownAfter] = [mayShow(who, target), mayShowAfter(who, target, after!, op)];
  return {
    target_id: target.id,
    target_type: target.kind as Preview["target_type"],
    before: shape(target, shownBefore ? target.text : null),
    after: shape(after!, shownAfter ? after!.text : null),
    changes: changesBetween(target.kind, target, after!, shownBefore && shownAfter),
    blast_radius: await blastRadius(tx, who, target.id, policy.limits),
  };
}

/** Simulating a restore must not tell what only those who see originals may know. */
function mayShowAfter(who: Principal, target: Target, after: State, op: Op): boolean {
  if (seesOriginals(who)) return true;
  const known = op !== "restore" || after.text === target.text;
  return known && mayShow(who, target) && mayShow(who, { ...after, boundary_class: target.boundary_class });
}

const shape = (state: State | Target, text: string | null): Preview["before"] => ({
  text,
  importance: state.importance,
  is_retracted: state.retracted,
  is_quarantined: state.quarantined,
  blocked_channels: state.blocked_channels,
});
