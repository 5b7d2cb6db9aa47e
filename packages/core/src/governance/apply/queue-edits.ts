import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { lockMemories } from "../../substrate/index.js";
import { slices } from "../slices.js";
import { insertEdits } from "./apply.sql.js";
import { findSamePending } from "./find-same-pending.sql.js";
import type { Planned } from "./plan.js";

/** Queues edits for approval. What the caller has asked for before is not queued again; gives the id of each edit. */
export async function queueEdits(tx: Tx, who: Principal, edits: Planned[]): Promise<string[]> {
  const ids: string[] = [];
  const sorted = edits.toSorted((a, b) => (a.target.id < b.target.id ? -1 : 1));
  for (const part of slices(sorted)) {
    // Locked, so that of two who ask the same at once the second finds the first.
    await lockMemories(
      tx,
      part.map(({ target }) => target.id),
    );
    const same = await findSamePending(tx, who, part);
    const fresh = part.filter(({ target }) => !same.has(target.id));
    if (fresh.length > 0) await insertEdits(tx, who, fresh, true);
    ids.push(...part.map(({ editId, target }) => same.get(target.id) ?? editId));
  }
  return ids;
}
