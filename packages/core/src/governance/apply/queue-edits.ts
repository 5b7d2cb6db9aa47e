import { PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { lockMemories } from "../../substrate/index.js";
import { slices } from "../slices.js";
import { insertEdits } from "./apply.sql.js";
import { countPending, findSamePending } from "./find-same-pending.sql.js";
import type { Planned } from "./plan.js";

/** So many edits of one proposer wait at most: each is one that a person has to look at. */
export const mostPending = 1_000;

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
    if (fresh.some(({ rollbackId }) => rollbackId === undefined)) await assertRoom(tx, who, fresh.length);
    if (fresh.length > 0) await insertEdits(tx, who, fresh, true);
    ids.push(...part.map(({ editId, target }) => same.get(target.id) ?? editId));
  }
  return ids;
}

async function assertRoom(tx: Tx, who: Principal, more: number): Promise<void> {
  const waiting = await countPending(tx, who, mostPending);
  if (waiting + more <= mostPending) return;
  throw new PalimpsestError(
    "FORBIDDEN",
    `${waiting} edits that you proposed wait for approval, and at most ${mostPending} may. Ask a reviewer to decide some of them first.`,
  );
}
