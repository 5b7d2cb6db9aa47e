import type { Tx } from "../../../db/index.js";
import { newId } from "../../../identity/index.js";
import type { OperationContext } from "../../../services.js";
import { lockMemories } from "../../../substrate/index.js";
import type { ArtifactRow } from "../../read/artifact.sql.js";
import type { PlacedEvent } from "../find-events.js";
import { copyEdits, eventEdits, sameAsFound } from "./same-events.sql.js";

/** An event as other revisions have it. */
export interface Elsewhere {
  /** Ids of the same event there. */
  same: string[];
  /** What people have made of it. */
  ops: string[];
}

/** Tells of events that were found in a revision which ones are in others too, and what people have made of them there. */
export async function findElsewhere(
  context: OperationContext,
  row: ArtifactRow,
  events: readonly PlacedEvent[],
): Promise<Map<PlacedEvent, Elsewhere>> {
  const found = events.map(({ category, narrative, evidence }) => ({
    ...{ category, narrative },
    quotes: evidence.map(({ quote }) => quote),
  }));
  const { same, edits } = await context.read(async (tx) => {
    const same = await sameAsFound(tx, row.artifact_id, found);
    return { same, edits: await eventEdits(tx, [...new Set([...same.values()].flat())]) };
  });
  const opsOf = new Map<string, string[]>();
  for (const { memory_id, op } of edits) opsOf.set(memory_id, [...(opsOf.get(memory_id) ?? []), op]);
  return new Map(
    [...same].map(([n, ids]) => [events[n]!, { same: ids, ops: ids.flatMap((id) => opsOf.get(id) ?? []) }]),
  );
}

/** Whether people have edited any of these events by now. Whoever does it from here on waits, and finds the new ones too. */
export async function areEdited(tx: Tx, ids: readonly string[]): Promise<boolean> {
  await lockMemories(tx, [...new Set(ids)].sort());
  return (await eventEdits(tx, ids)).length > 0;
}

/** Copies to events what stands in the logs of the same ones. They are written by the fold afterwards. */
export async function carryEdits(
  tx: Tx,
  events: readonly { id: string; same: readonly string[] }[],
): Promise<void> {
  const sources = [...new Set(events.flatMap(({ same }) => same))];
  // Whoever edits one of them waits, and finds the copy then.
  await lockMemories(tx, [...sources, ...events.map(({ id }) => id)].sort());
  const edits = await eventEdits(tx, sources);
  const copies = events.flatMap(({ id, same }) => {
    const carried = edits.filter(({ memory_id }) => same.includes(memory_id));
    const first = new Map(carried.toReversed().map((edit) => [edit.root, edit.edit_id]));
    return [...first.values()].map((of) => ({ edit_id: newId("edt"), of, memory_id: id }));
  });
  await copyEdits(tx, copies);
}
