import type { Tx } from "../../../db/index.js";
import { statesAt } from "../../../substrate/index.js";
import { stateAfter } from "../../state-after.js";
import { type Change, changesBetween, type Worded } from "../changes.js";
import type { EditRow } from "../edits/edit.sql.js";
import { openChanges } from "../edits/edit-changes.js";
import type { Reader } from "../shown-text.js";
import type { Target } from "../target.js";

/** Of a longer history only the last edits are compared: each comparison folds the whole log. */
const maxCompared = 200;

/** What each edit of a memory changed in words, by the edit's id; for one that waits, what it would change. */
export async function changesOf(
  tx: Tx,
  reader: Reader,
  memory: Target,
  edits: EditRow[],
  shown: boolean,
): Promise<Map<string, Change[]>> {
  if (!shown) return new Map(edits.map((edit) => [edit.edit_id, openChanges(reader, edit)]));
  const applied = edits
    .filter(({ status }) => status === "approved")
    .sort((a, b) => (a.decided_at! < b.decided_at! ? -1 : 1))
    .slice(-maxCompared - 1);
  const states = await statesAt(
    tx,
    memory.id,
    applied.map(({ decided_at }) => decided_at!),
    shown,
  );
  const changes = new Map<string, Change[]>();
  let before: Worded | undefined = applied.length <= maxCompared ? states.original : undefined;
  for (const [at, { edit_id }] of applied.entries()) {
    const after = states.then[at]!;
    if (before) changes.set(edit_id, changesBetween(memory.kind, before, after, true));
    if (after.attributes !== null) before = after;
  }
  for (const { edit_id, status, patch } of edits) {
    if (status !== "pending") continue;
    changes.set(edit_id, changesBetween(memory.kind, memory, stateAfter(memory, patch), true));
  }
  return changes;
}
