import { PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { hasMorePassages, noteWithheld, sameEvents } from "../../documents/index.js";
import type { Principal } from "../../identity/index.js";
import { emitEvents } from "../../outbox/index.js";
import { derivedFrom, lockMemories, type Reach, tombstoned } from "../../substrate/index.js";
import { slices } from "../slices.js";
import { editsIn, insertDecisions, insertEdits } from "./apply.sql.js";
import { fold, refoldWords } from "./fold-edits.js";
import { queueFold } from "./fold-job.js";
import type { Plan, Planned } from "./plan.js";
import { proposeCensor } from "./reach/propose-censor.js";
import { takenFrom } from "./reach/shared-words.js";
import { Stale } from "./retry-when-stale.js";
import { decisionsOn } from "./states-after.js";

/** The edit was decided on by somebody else in the meantime. */
export class AlreadyDecided extends Error {
  constructor() {
    super("the edit has been decided on");
  }
}

export interface Applied {
  /** When each edit was applied. */
  times: Map<string, string>;
  /** Edits in force that have not been written into their memories: `foldRest` does it when this is committed. */
  unfolded: Planned[];
}

/**
 * Applies a plan in the caller's transaction: the memories are locked, and each one's edit and approval are appended, all
 * or none. Then the memories are written; of more than `atOnce` only the first one of the plan, because that takes much
 * longer than the log, and a job is queued in case that nobody comes to write the others. A plan holds each memory once.
 */
export async function applyPlan(
  tx: Tx,
  who: Principal,
  plan: Plan,
  { atOnce = plan.foldAtOnce }: { atOnce?: number } = {},
): Promise<Applied> {
  const edits = plan.edits.toSorted(byTarget);
  const alongside = plan.alongside ?? [];
  const times = new Map<string, string>();
  // Words are locked before memories, as a retraction does, and all memories before the first is changed: otherwise two such
  // transactions could wait for each other.
  for (const part of slices(edits)) {
    const texts = amendedTexts(part);
    if (texts.length > 0) refuseTombstoned(await tombstoned(tx, who, texts));
  }
  for (const part of slices([...edits, ...alongside].toSorted(byTarget))) await lockUnchanged(tx, part);
  for (const { derived } of edits) if (derived) await refuseMoreDerived(tx, derived, plan.reach);
  await refuseMoreSame(tx, edits);
  for (const { target, passages } of edits) {
    if (passages && (await hasMorePassages(tx, who, target.id, passages))) throw new Stale();
  }
  for (const part of slices(edits)) {
    const fresh = part.filter(({ proposed }) => !proposed);
    if (fresh.length > 0) await insertEdits(tx, who, fresh, false);
    const decisions = part.flatMap(decisionsOn);
    const decided = await insertDecisions(tx, who, "approved", decisions);
    if (decided.size !== decisions.length) throw new AlreadyDecided();
    for (const [editId, moment] of decided) times.set(editId, moment);
    await emitEvents(tx, part.filter(({ toldOtherwise }) => !toldOtherwise).flatMap(editedEvents));
  }
  await noteWithheld(tx, takenFrom(edits));
  const byJob = plan.edits.filter(({ foldByJob }) => foldByJob);
  const now = plan.edits.filter(({ foldByJob }) => !foldByJob);
  const unfolded = now.length > atOnce ? now.splice(1) : [];
  for (const part of slices(now.toSorted(byTarget))) await fold(tx, part, plan.spaceId);
  for (const part of slices(alongside)) await refoldWords(tx, part, plan.spaceId);
  for (const censor of plan.censors ?? [])
    await proposeCensor(tx, who, censor, (edits) =>
      applyPlan(tx, who, { ...plan, edits, alongside: [], unseen: [], censors: [] }),
    );
  if (unfolded.length > 0) await queueFold(tx, who, idsOf(unfolded));
  const left = [...idsOf(byJob), ...(plan.unseen ?? [])];
  if (left.length > 0) await queueFold(tx, who, left, { delaySeconds: 0 });
  return { times, unfolded };
}

const idsOf = (edits: Planned[]): string[] => edits.map(({ target }) => target.id);

const editedEvents = (edit: Planned) =>
  editsIn(edit).map(({ editId }) => ({
    type: "memory_edited" as const,
    memoryId: edit.target.id,
    kind: edit.target.kind,
    data: { op: edit.op, edit_id: editId },
  }));

const byTarget = (a: Pick<Planned, "target">, b: Pick<Planned, "target">) =>
  a.target.id < b.target.id ? -1 : 1;

async function lockUnchanged(tx: Tx, edits: (Pick<Planned, "target"> & Partial<Planned>)[]): Promise<void> {
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

/** The same holds for an event that is extracted from another revision meanwhile: it locks those that are the same. */
async function refuseMoreSame(tx: Tx, edits: readonly Planned[]): Promise<void> {
  const planned = edits.flatMap(({ target, same }) => (same ? [[target.id, same] as const] : []));
  for (const part of slices(planned)) {
    const known = new Map(part);
    for (const [id, same] of await sameEvents(tx, [...known.keys()])) {
      if (same.some((one) => !known.get(id)!.has(one))) throw new Stale();
    }
  }
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
  edits.flatMap(({ op, target, analysed, newParts = [] }) =>
    op === "amend" && analysed
      ? [...(analysed.text === target.text ? [] : [analysed]), ...newParts].map((digests) => ({
          ...digests,
          memoryId: target.id,
        }))
      : [],
  );
