import { limits } from "@palimpsest/contract";
import type { Tx } from "../../../db/index.js";
import { evidenceOf, type KeptEvidence, type Stretch, standingWords } from "../../../documents/index.js";
import { newId } from "../../../identity/index.js";
import type { OperationContext } from "../../../services.js";
import {
  currentMemories,
  type DerivedOfKind,
  derivedFrom,
  derivedOfKind,
  unreadMemories,
} from "../../../substrate/index.js";
import { cutText } from "../../../text/index.js";
import { changesWords, type Op } from "../../edit.js";
import { stateAfter } from "../../state-after.js";
import type { Planned } from "../plan.js";
import { sharedWords } from "./shared-words.js";

export const reaching: readonly Op[] = ["retract", "quarantine", "block"];

/** Ids of passages begin with that of their revision. */
const isPassage = ({ target, op, patch }: Planned): boolean =>
  target.kind === "chunk" &&
  target.id.startsWith("art_") &&
  (reaching.includes(op) || (op === "amend" && changesWords(patch)));

/**
 * What edits of passages do to the events that rest on them, and to those of other revisions that rest on the same words.
 * An event of which no evidence is left goes with its words: it is retracted, quarantined or blocked like the passage, and
 * quarantined if the passage was amended.
 */
export async function planEvents(context: OperationContext, causes: readonly Planned[]): Promise<Planned[]> {
  const edits = new Map(causes.filter(isPassage).map((cause) => [cause.target.id, cause]));
  if (edits.size === 0) return [];
  const { who } = context;
  const { others } = await sharedWords(context, [...edits.values()]);
  const reworded = new Map(others.map(({ target, text }) => [target.id, text]));
  return context.read(async (tx) => {
    const [first] = edits.values();
    const { unread, ...derived } = await derivedNow(tx, context, [...edits.keys()]);
    first!.derived ??= derived;
    const follow = (target: Planned["target"], cause: Planned): Planned => ({
      editId: newId("edt"),
      target,
      op: cause.op === "amend" ? "quarantine" : cause.op,
      patch: cause.op === "amend" ? {} : cause.patch,
      reason: cutText(`Rests on ${cause.target.id}: ${cause.reason}`, limits.reasonChars),
      cascade: "none",
      causedBy: cause.editId,
    });
    // Whoever may not read events cannot tell whether they rest on other passages too.
    const hidden = (await unreadMemories(tx, unread))
      .filter(({ kind, retracted }) => kind === "semantic_event" && !retracted)
      .map((target) => follow(target, first!));
    const passages = [...edits.keys(), ...reworded.keys()];
    const events = (await derivedOfKind(tx, who, "semantic_event", passages)).filter(
      ({ retracted }) => !retracted,
    );
    if (events.length === 0) return hidden;
    const withdrawn = await withdrawnFrom(tx, context, { edits, reworded }, events);
    const bare = events.filter(({ attributes }) => evidenceOf(attributes).every(withdrawn));
    const causeOf = ({ attributes }: DerivedOfKind) =>
      evidenceOf(attributes)
        .flatMap(({ covers }) => covers)
        .flatMap(({ chunk_id }) => edits.get(chunk_id) ?? [])[0] ?? first!;
    const causeById = new Map(bare.map((event) => [event.id, causeOf(event)]));
    const targets = await currentMemories(tx, who, [...causeById.keys()]);
    return [...hidden, ...targets.map((target) => follow(target, causeById.get(target.id)!))];
  });
}

/** What was made from passages when an edit of them is planned: what is extracted meanwhile makes the plan stale. */
export async function derivedNow(
  tx: Tx,
  { policy }: OperationContext,
  of: string[],
): Promise<NonNullable<Planned["derived"]> & { unread: string[] }> {
  const { memories, unread } = await derivedFrom(tx, of, policy.limits);
  return { of, known: new Set([...memories.map(({ id }) => id), ...unread]), unread };
}

/** Tells whether evidence will no longer stand: of a passage that goes, has gone, or will no longer say the words. */
async function withdrawnFrom(
  tx: Tx,
  { who }: OperationContext,
  { edits, reworded }: { edits: ReadonlyMap<string, Planned>; reworded: ReadonlyMap<string, string> },
  events: readonly DerivedOfKind[],
): Promise<(evidence: KeptEvidence) => boolean> {
  const covers = events
    .flatMap(({ attributes }) => evidenceOf(attributes))
    .flatMap((evidence) => evidence.covers);
  const ids = covers.map(({ chunk_id }) => chunk_id).filter((id) => !edits.has(id));
  const others = await currentMemories(tx, who, ids);
  const standing = new Set(
    others.filter(({ retracted, quarantined }) => !retracted && !quarantined).map(({ id }) => id),
  );
  const amended = covers.filter(({ chunk_id }) => edits.get(chunk_id)?.op === "amend");
  const words = await standingWords(tx, amended);
  const said = new Map(amended.map((cover, at) => [cover, words.get(at)]));
  const goes = (cover: Stretch): boolean => {
    const edit = edits.get(cover.chunk_id);
    if (edit === undefined && !standing.has(cover.chunk_id)) return true;
    if (edit === undefined)
      return reworded.get(cover.chunk_id)?.slice(cover.start, cover.end).includes("█") === true;
    if (edit.op !== "amend") return true;
    const quote = said.get(cover);
    return quote === undefined || !stateAfter(edit.target, edit.patch).text.includes(quote);
  };
  return (evidence) => evidence.covers.some(goes);
}
