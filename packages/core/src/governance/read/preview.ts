import { isDeepStrictEqual } from "node:util";
import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { partsOf, sameEvents } from "../../documents/index.js";
import type { OperationContext } from "../../services.js";
import { currentMemories, type State, simulatedStates } from "../../substrate/index.js";
import type { Op, Patch, Twins } from "../edit.js";
import { blastRadius } from "./blast-radius.js";
import { changesBetween } from "./changes.js";
import { nearTwins } from "./near-twins.js";
import { mayShow, type Reader, seesOriginals } from "./shown-text.js";
import type { Target } from "./target.js";
import { shownTwins, withSameWords } from "./twins.js";

export type Preview = OutputOf<PalimpsestContract["previewEdit"]>;
type Kind = Preview["target_type"];

const shownTwinCount = 100;

/** What an edit would do to a memory. `own`: its words are the caller's. */
export async function previewOf(
  tx: Tx,
  context: OperationContext,
  target: Target,
  { op, patch, own, twins: wanted }: { op: Op; patch: Patch; own: boolean; twins: Twins },
): Promise<Preview> {
  const [after] = await simulatedStates(tx, [target.id], op, JSON.stringify(patch));
  const known = (own && op !== "restore") || sameWords(target, after!);
  const shownBefore = mayShow(context, target);
  const open = known && shownBefore && mayShowAfter(context, target, after!);
  const shownAfter = open || seesOriginals(context.who);
  const revealed = !shownBefore || (op === "restore" && !sameWords(target, after!));
  if (shownAfter && !open && revealed) context.sawOriginals();
  const reaches = op === "retract" && wanted === "take";
  const twins = reaches ? shownTwins(context, target, await withSameWords(tx, context, target)) : [];
  const near = op === "retract" && shownBefore ? await nearTwins(tx, context, target) : [];
  const twinIds = twins.map(({ id }) => id);
  return {
    target_id: target.id,
    target_type: target.kind as Preview["target_type"],
    before: shape(target, shownBefore ? target.text : null),
    after: shape(after!, shownAfter ? after!.text : null),
    changes: changesBetween(target.kind, target, after!, shownBefore && shownAfter),
    twins: twins.slice(0, shownTwinCount).map(({ id, kind }) => ({ memory_id: id, kind: kind as Kind })),
    twin_count: twins.length,
    near_twins: near.filter(({ memory_id }) => !twinIds.includes(memory_id)),
    same_events: await sameEventsOf(tx, context, target, op),
    blast_radius: await blastRadius(
      tx,
      context.who,
      target.id,
      [...twinIds, ...(await passagesOf(tx, context, target))],
      context.policy.limits,
    ),
  };
}

/** The same event in other revisions, as far as the caller may read it. */
async function sameEventsOf(
  tx: Tx,
  { who }: OperationContext,
  { kind, id }: Target,
  op: Op,
): Promise<Preview["same_events"]> {
  if (kind !== "semantic_event") return [];
  const same = (await sameEvents(tx, [id])).get(id) ?? [];
  const found = await currentMemories(tx, who, same);
  return found
    .filter(({ retracted, edit_count }) => (op === "restore" ? edit_count > 0 : !retracted))
    .map((other) => ({ memory_id: other.id, kind: other.kind as Kind }));
}

/** What was made from a document was made from its passages. */
const passagesOf = async (tx: Tx, { who }: OperationContext, { kind, id }: Target): Promise<string[]> =>
  kind === "artifact" ? (await partsOf(tx, who, id)).chunkIds : [];

/** What undoing edits brings back, or somebody else proposes, is only for those who see originals. */
const sameWords = (target: Target, after: State): boolean =>
  after.text === target.text && isDeepStrictEqual(after.attributes, target.attributes);

const mayShowAfter = (reader: Reader, target: Target, after: State): boolean =>
  mayShow(reader, { ...target, ...after });

const shape = (state: State | Target, text: string | null): Preview["before"] => ({
  text,
  importance: state.importance,
  is_retracted: state.retracted,
  is_quarantined: state.quarantined,
  blocked_channels: state.blocked_channels,
});
