import { PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { derivedFrom, lockMemories, type Reach, refold, tombstoned } from "../../substrate/index.js";
import { slices } from "../slices.js";
import { insertDecisions, insertEdits } from "./apply.sql.js";
import type { Plan, Planned } from "./plan.js";
import { Stale } from "./retry-when-stale.js";
import { decisionsOn } from "./states-after.js";
import { settleSuperseded } from "./superseded.js";

/** The edit was decided on by somebody else in the meantime. */
export class AlreadyDecided extends Error {
  constructor() {
    super("the edit has been decided on");
  }
}

/**
 * Applies a plan in the caller's transaction: the memories are locked, each one's edit and approval are appended,
 * and its fold is written. Gives the time of each. A plan holds each memory once.
 */
export async function applyPlan(tx: Tx, who: Principal, plan: Plan): Promise<Map<string, string>> {
  const edits = plan.edits.toSorted((a, b) => (a.target.id < b.target.id ? -1 : 1));
  const times = new Map<string, string>();
  // Lock all of them before changing the first: locking later could deadlock.
  for (const part of slices(edits)) await lockUnchanged(tx, part);
  for (const { derived } of edits) if (derived) await refuseMoreDerived(tx, derived, plan.reach);
  for (const part of slices(edits)) {
    const texts = amendedTexts(part);
    if (texts.length > 0) refuseTombstoned(await tombstoned(tx, who, texts));
    const fresh = part.filter(({ proposed }) => !proposed);
    if (fresh.length > 0) await insertEdits(tx, who, fresh, false);
    const decisions = part.flatMap(decisionsOn);
    const decided = await insertDecisions(tx, who, "approved", decisions);
    if (decided.size !== decisions.length) throw new AlreadyDecided();
    for (const [editId, moment] of decided) times.set(editId, moment);
    await refold(
      tx,
      part.map(({ target, analysed }) => ({ id: target.id, analysed })),
      plan.spaceId,
    );
  }
  await settleSuperseded(tx, who, edits);
  return times;
}

async function lockUnchanged(tx: Tx, edits: Planned[]): Promise<void> {
  const ids = edits.map(({ target }) => target.id);
  const locked = new Map((await lockMemories(tx, ids)).map((row) => [row.id, row]));
  for (const { target, op, fromText, proposed } of edits) {
    const now = locked.get(target.id);
    const edited = now === undefined || (fromText === true && now.edit_count !== target.edit_count);
    const retractedSince = now?.retracted === true && !target.retracted;
    const pointless = retractedSince && (op === "amend" || (op === "retract" && !proposed));
    if (edited || pointless) throw new Stale();
  }
}

/** Deriving from a locked memory waits for the lock, so memories that were derived before it are visible now. */
async function refuseMoreDerived(
  tx: Tx,
  { of, known }: NonNullable<Planned["derived"]>,
  reach: Reach,
): Promise<void> {
  const { memories, unread } = await derivedFrom(tx, of, reach);
  if ([...memories.map(({ id }) => id), ...unread].some((id) => !known.has(id))) throw new Stale();
}

/** An amended text is a write, so a retracted text is refused here too. */
export function refuseTombstoned(stones: Map<string, string>): void {
  const [stone] = stones.values();
  if (stone === undefined) return;
  throw new PalimpsestError(
    "TOMBSTONED",
    `The new text was retracted before (${stone}) and is not taken again. Use other words, or restore that memory.`,
  );
}

/** The new texts of amendments. A text that did not change is not checked again. */
const amendedTexts = (edits: Planned[]) =>
  edits.flatMap(({ op, target, analysed }) =>
    op === "amend" && analysed && analysed.text !== target.text
      ? [{ memoryId: target.id, hash: analysed.hash, wordsHash: analysed.wordsHash }]
      : [],
  );
