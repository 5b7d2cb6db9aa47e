import { limits } from "@palimpsest/contract";
import { newId } from "../../../identity/index.js";
import type { OperationContext } from "../../../services.js";
import { currentMemories, unreadMemories } from "../../../substrate/index.js";
import { cutText } from "../../../text/index.js";
import { causedEdits, type LiveEdit, undoneEdits } from "../../read/edits/live-edits.sql.js";
import { whoseEdits } from "../../read/edits/whose-edits.js";
import type { Planned } from "../plan.js";
import { sameEdits } from "./same-events.js";

export interface Undo {
  edits: Planned[];
  /** Memories that must be read to be restored, by somebody who may. */
  unreadable: Planned[];
  /** The edits that it undoes, of the memory itself and of others. */
  undoneIds: string[];
}

/**
 * What undoes all that the edits had caused which a restore undoes: twins come back, and what was quarantined or
 * corrected along with it. Each such edit is undone by itself, so that nobody else's edit is.
 */
export async function planUndo(context: OperationContext, cause: Planned): Promise<Undo> {
  if (cause.op !== "restore" || cause.cascade !== "undo") return { edits: [], unreadable: [], undoneIds: [] };
  const { who } = context;
  return context.read(async (tx) => {
    const undone = await undoneEdits(tx, who, cause.target, cause.patch);
    const same = await sameEdits(tx, cause.target, undone);
    const idsOf = (edits: readonly LiveEdit[]) => edits.map(({ edit_id }) => edit_id);
    const isOwn = new Set(idsOf(undone));
    const isSame = new Set(idsOf(same));
    const further = await causedEdits(tx, [...isOwn, ...isSame]);
    const caused = [...same, ...further.filter(({ edit_id }) => !isSame.has(edit_id) && !isOwn.has(edit_id))];
    const byMemory = new Map<string, LiveEdit[]>();
    for (const edit of caused) byMemory.set(edit.memory_id, [...(byMemory.get(edit.memory_id) ?? []), edit]);
    const ids = [...byMemory.keys()];
    const planOf = (target: Planned["target"]): Planned => {
      const [last, ...further] = byMemory.get(target.id)!.toReversed();
      const reason = cutText(`Undone with ${cause.target.id}: ${cause.reason}`, limits.reasonChars);
      const undo = ({ edit_id }: LiveEdit) => ({ editId: newId("edt"), patch: { edit_id } });
      return {
        ...{ target, op: "restore", reason, cascade: "none", causedBy: cause.editId },
        ...undo(last!),
        further: further.map(undo),
        undoes: whoseEdits(who, byMemory.get(target.id)!),
      };
    };
    const unread = await unreadMemories(tx, ids);
    const needsWords = (id: string) => byMemory.get(id)!.some(({ op }) => op === "retract" || op === "amend");
    return {
      edits: [...(await currentMemories(tx, who, ids)), ...unread.filter(({ id }) => !needsWords(id))].map(
        planOf,
      ),
      unreadable: unread.filter(({ id }) => needsWords(id)).map(planOf),
      undoneIds: [...undone, ...caused].map(({ edit_id }) => edit_id),
    };
  });
}

/** What brings back the events that went with passages or with the same events which many restores bring back. */
export async function planRestoredEvents(
  context: OperationContext,
  causes: readonly Planned[],
): Promise<Planned[]> {
  const events = new Map<string, Planned>();
  for (const cause of causes.filter(isPassageOrEvent)) {
    const { edits } = await planUndo(context, { ...cause, cascade: "undo" });
    for (const edit of edits) if (edit.target.kind === "semantic_event") events.set(edit.target.id, edit);
  }
  return [...events.values()];
}

const isPassageOrEvent = ({ target: { id, kind } }: Planned): boolean =>
  id.startsWith("art_") || kind === "semantic_event";
