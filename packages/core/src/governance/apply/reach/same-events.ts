import { limits } from "@palimpsest/contract";
import type { Tx } from "../../../db/index.js";
import { type EventEdit, eventEdits, sameEvents } from "../../../documents/index.js";
import { newId } from "../../../identity/index.js";
import type { OperationContext } from "../../../services.js";
import { currentMemories, unreadMemories } from "../../../substrate/index.js";
import { cutText } from "../../../text/index.js";
import { changesWords } from "../../edit.js";
import type { LiveEdit } from "../../read/edits/live-edits.sql.js";
import type { Target } from "../../read/target.js";
import type { Planned } from "../plan.js";

const isEvent = ({ kind }: Pick<Target, "kind">) => kind === "semantic_event";

/** The same edits of the same events in other revisions of their documents: one that is shown again must not undo them. */
export async function planSameEvents(
  context: OperationContext,
  causes: readonly Planned[],
): Promise<Planned[]> {
  const events = causes.filter((cause) => isEvent(cause.target) && isCarried(cause));
  if (events.length === 0) return [];
  const { who } = context;
  return context.read(async (tx) => {
    const same = await sameEvents(
      tx,
      events.map(({ target }) => target.id),
    );
    const ids = [...same.values()].flat();
    const others = [...(await currentMemories(tx, who, ids)), ...(await unreadMemories(tx, ids))];
    const byId = new Map(others.map((other) => [other.id, other]));
    return events.flatMap((cause) => {
      const known = same.get(cause.target.id) ?? [];
      cause.same = new Set(known);
      return known
        .flatMap((id) => byId.get(id) ?? [])
        .flatMap((other) => (isSo(cause, other) ? [] : [copyOf(cause, other)]));
    });
  });
}

/** A retraction that leaves twins alone is about one memory. */
const isCarried = ({ op, twins }: Planned): boolean =>
  op !== "restore" && !(op === "retract" && twins === "leave");

const isSo = ({ op, patch }: Planned, { retracted, quarantined, blocked_channels }: Target): boolean =>
  retracted ||
  (op === "quarantine" && quarantined) ||
  (op === "block" && patch.channel !== undefined && blocked_channels.includes(patch.channel));

function copyOf({ editId, target, op, patch, reason, causedBy }: Planned, other: Target): Planned {
  // What the caller may not read is not corrected, and so is quarantined.
  const given =
    other.unread && changesWords(patch) ? { op: "quarantine" as const, patch: {} } : { op, patch };
  return {
    ...{ editId: newId("edt"), target: other, ...given },
    reason: cutText(`The same event as ${target.id}: ${reason}`, limits.reasonChars),
    ...{ cascade: "none", causedBy: causedBy ?? editId },
  };
}

/** The same edits as these of an event, in other revisions: whoever undoes one of them undoes all. */
export async function sameEdits(
  tx: Tx,
  target: Pick<Target, "id" | "kind">,
  edits: readonly Pick<LiveEdit, "edit_id">[],
): Promise<EventEdit[]> {
  if (!isEvent(target) || edits.length === 0) return [];
  const given = new Set(edits.map(({ edit_id }) => edit_id));
  const own = (await eventEdits(tx, [target.id])).filter(({ edit_id }) => given.has(edit_id));
  const roots = new Set(own.map(({ root }) => root));
  const same = (await sameEvents(tx, [target.id])).get(target.id) ?? [];
  return (await eventEdits(tx, same)).filter(({ root }) => roots.has(root));
}
