import { PalimpsestError } from "@palimpsest/contract";
import { allInOrder } from "../../async/index.js";
import type { Tx } from "../../db/index.js";
import { writerOf } from "../../identity/index.js";
import { thresholdsOf } from "../../models/index.js";
import { emitEvent } from "../../outbox/index.js";
import type { OperationContext } from "../../services.js";
import {
  type Alike,
  countConfirmation,
  countFacts,
  filterOf,
  findAlike,
  findEqual,
  findMemory,
  findSaid,
  insertMemories,
  lockMemories,
  lockWords,
  type Prepared,
  raiseFactClass,
  refusedMemories,
} from "../../substrate/index.js";
import { cutText, differInDetail, haveSameWords } from "../../text/index.js";
import { modeOf } from "../search.js";
import { findFact, type Warning } from "./read-fact.js";

export interface Learned {
  id: string;
  status: "created" | "confirmed";
  warning: Warning | null;
  mode: ReturnType<typeof modeOf>;
  /** Somebody else has amended the fact that said this, so it is known, and says something else by now. */
  isCorrected?: boolean;
}

/** Facts of one owner and category, from which on whoever follows along is told, and how often after that. */
const threshold = 10;
const thresholdStep = 5;
const shownChars = 500;

/**
 * Writes a fact, or confirms the one that says the same in the same place, except for those of `exclude`. With `replaces`,
 * it takes the place of another one of its category, which does not grow by it.
 */
export async function learn(
  tx: Tx,
  context: OperationContext,
  memory: Prepared,
  exclude: readonly string[],
  { replaces = false }: { replaces?: boolean } = {},
): Promise<Learned> {
  const { who, policy } = context;
  await lockWords(tx, who, memory);
  const equal = await findEqual(tx, who, memory, exclude);
  const vectors = modeOf(memory.embedding !== null);
  if (equal && (await isActive(tx, context, equal))) return confirmed(tx, context, equal, memory, vectors);
  const { embedding } = memory;
  const filter = { ...filterOf(policy, ["fact"], { channel: "private" }), statuses: ["active"] };
  const { contradiction } = thresholdsOf(context.services.embedder.id);
  // Asked together: most that is learned is neither known nor refused.
  const [corrected, refusals, alike] = await allInOrder(
    findCorrected(tx, context, memory, exclude),
    refusedMemories(tx, who, [memory]),
    embedding === null
      ? Promise.resolve({ near: [], isActive: false })
      : findAlike(tx, who, { ...memory, embedding }, filter, { least: contradiction, exclude }),
  );
  if (corrected !== undefined) {
    if (!(await findFact(tx, context, corrected))) throw correctedSince();
    await raiseClass(tx, context, corrected, memory);
    return { id: corrected, status: "confirmed", warning: null, mode: vectors, isCorrected: true };
  }
  const [refused] = refusals.values();
  if (refused) throw refused;

  const mode = modeOf(alike.isActive);
  const { same, other } = compare(context, memory, alike.near);
  if (same && (await isActive(tx, context, same.id))) return confirmed(tx, context, same.id, memory, mode);

  await insertFact(tx, context, memory, { replaces });
  return { id: memory.id, status: "created", warning: other ? warningOf(other) : null, mode };
}

/** The fact that said this until somebody else amended it: what was corrected is not learned anew. */
async function findCorrected(
  tx: Tx,
  { who }: OperationContext,
  memory: Prepared,
  exclude: readonly string[],
): Promise<string | undefined> {
  const known = await findSaid(tx, who, memory, writerOf(who), exclude);
  return known?.is_original ? known.id : undefined;
}

export const correctedSince = () =>
  new PalimpsestError(
    "CONFLICT",
    "A fact that said this was corrected by somebody else. Say what holds by now, or propose an edit of that fact.",
  );

/** Writes a fact that nothing speaks against, and tells of it. */
export async function insertFact(
  tx: Tx,
  context: OperationContext,
  memory: Prepared,
  { replaces = false }: { replaces?: boolean } = {},
): Promise<void> {
  const category = memory.attributes.category as string | undefined;
  await insertMemories(tx, context.who, [memory]);
  context.touched([memory.id]);
  const of = { memoryId: memory.id, kind: "fact" };
  const data = { category: category ?? null, subject: memory.subjectId ?? null };
  await emitEvent(tx, { ...of, type: "fact_learned", data });
  if (category !== undefined && !replaces) {
    const count = await countFacts(tx, category);
    if (count > threshold && (count - threshold - 1) % thresholdStep === 0) {
      await emitEvent(tx, { ...of, type: "fact_threshold_exceeded", data: { category, count, threshold } });
    }
  }
}

/** Counts a confirmation and tells of it; gives the count. */
export async function confirm(tx: Tx, context: OperationContext, id: string): Promise<number> {
  const count = await countConfirmation(tx, context.who, id);
  context.touched([id]);
  await emitEvent(tx, { type: "fact_confirmed", memoryId: id, kind: "fact", data: { count } });
  return count;
}

async function confirmed(
  tx: Tx,
  context: OperationContext,
  id: string,
  memory: Prepared,
  mode: Learned["mode"],
): Promise<Learned> {
  await confirm(tx, context, id);
  await raiseClass(tx, context, id, memory);
  return { id, status: "confirmed", warning: null, mode };
}

/** A known fact that its owner learns as more sensitive is that from now on. It falls only by an edit. */
async function raiseClass(
  tx: Tx,
  { who }: OperationContext,
  id: string,
  { boundaryClass = "public" }: Prepared,
): Promise<void> {
  if (boundaryClass === "public") return;
  const { owner_id } = await findMemory(tx, who, id, "fact");
  if (owner_id === who.id) await raiseFactClass(tx, id, boundaryClass);
}

/** Whether it is in force still, now that nobody else can change that. */
async function isActive(tx: Tx, { who }: OperationContext, id: string): Promise<boolean> {
  const [locked] = await lockMemories(tx, [id]);
  if (!locked || locked.retracted) return false;
  return (await findMemory(tx, who, id, "fact")).status === "active";
}

/** Of the nearest facts, the one that says the same, or else the first that may say otherwise. */
function compare({ services }: OperationContext, { text }: Prepared, near: Alike[]) {
  const { duplicate, contradiction } = thresholdsOf(services.embedder.id);
  // In a space where a cosine of 1 does not mean the same, the words decide.
  const isSame = ({ cosine, text: other }: Alike) =>
    duplicate < 1
      ? cosine > duplicate && !differInDetail(text, other)
      : cosine >= duplicate && haveSameWords(text, other);
  const close = near.filter(({ cosine }) => cosine >= contradiction);
  return {
    same: close.find((fact) => fact.same_place && isSame(fact)),
    other: close.find((fact) => !isSame(fact)),
  };
}

const warningOf = ({ id, text, cosine }: Alike): Warning => ({
  existing_fact_id: id,
  existing_content: cutText(text, shownChars),
  similarity: Math.round(cosine * 10_000) / 10_000,
  message:
    "A known fact is close to this one and may say otherwise. If it no longer holds, supersede it; if both cannot be true, contradict it.",
});
