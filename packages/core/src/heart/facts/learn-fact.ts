import {
  type InputOf,
  invalidField,
  notFound,
  type PalimpsestContract,
  PalimpsestError,
} from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { emitEvent } from "../../outbox/index.js";
import type { OperationContext } from "../../services.js";
import {
  digestsOf,
  insertLinks,
  linkFacts,
  liveKinds,
  type Prepared,
  prepareMemory,
} from "../../substrate/index.js";
import { writerOrigin } from "../../work/index.js";
import { draftPlace } from "../place.js";
import { correctedSince, type Learned, learn } from "./learn.js";
import { type KnownFact, lockFact, readWritten, shownFact } from "./read-fact.js";

type Input = InputOf<PalimpsestContract["learnFact"]>;
type Told = Pick<
  Input,
  "content" | "category" | "source" | "confidence" | "source_episode_id" | "source_decision_id"
>;

/** What is a fact's own, from the words of its writer. */
export const factDraft = ({ who }: OperationContext, input: Told) => ({
  kind: "fact",
  text: input.content,
  fields: ["content"],
  attributes: {
    category: input.category,
    source: input.source,
    confidence: input.confidence,
    source_episode_id: input.source_episode_id,
    source_decision_id: input.source_decision_id,
  },
  origin: writerOrigin(who),
});

export async function learnFact(context: OperationContext, { subject, ...input }: Input) {
  const memory = await prepareMemory(context, {
    ...factDraft(context, input),
    ...draftPlace({ ...input, subject_id: subject }),
  });
  return context.write(async (tx) => {
    const { contradiction_of: old, exclude_ids: exclude } = input;
    if (old !== undefined) {
      assertOther(context, await lockFact(tx, context, old, "contradiction_of"), memory);
    }
    const follows = old !== undefined;
    const learned = await learnFrom(tx, context, memory, follows ? [...exclude, old] : exclude, { follows });
    if (old !== undefined) await contradict(tx, context, learned.id, old);
    return answer(tx, context, memory, learned);
  });
}

/** Learns it, and links it to what it was learned from. With `follows`, it is to take its place beside another fact. */
export async function learnFrom(
  tx: Tx,
  context: OperationContext,
  memory: Prepared,
  exclude: string[],
  { follows, replaces }: { follows: boolean; replaces?: boolean },
): Promise<Learned> {
  const { source_episode_id: episode, source_decision_id: decision } = memory.attributes as Told;
  const sources = [episode, decision].filter((id) => id !== undefined);
  const kinds = await liveKinds(tx, context.who, [...sources, ...exclude]);
  if (episode !== undefined && kinds.get(episode) !== "episode")
    throw notFound("episode", "source_episode_id");
  if (decision !== undefined && kinds.get(decision) !== "decision") {
    throw notFound("decision", "source_decision_id");
  }
  if (exclude.some((id) => kinds.get(id) !== "fact")) throw notFound("fact", "exclude_ids");
  const learned = await learn(tx, context, memory, exclude, { replaces });
  if (learned.isCorrected && follows) throw correctedSince();
  // What is confirmed is left as it is.
  if (learned.status === "created" && sources.length > 0) {
    await insertLinks(tx, context.who, learned.id, sources, "derived_from");
  }
  return learned;
}

/** A fact is replaced and contradicted by others while it is in force. */
export function assertOther({ digestKey }: OperationContext, { row }: KnownFact, memory: Prepared): void {
  if (row.status !== "active") throw notInForce();
  if (digestsOf(digestKey, row.text).hash !== memory.hash) return;
  throw invalidField("content", "says what that fact says; give what holds instead, or confirm the fact");
}

export const notInForce = () =>
  new PalimpsestError(
    "CONFLICT",
    "This fact is no longer in force. Ask for the current one, and go on with that.",
  );

export async function contradict(
  tx: Tx,
  context: OperationContext,
  newId: string,
  oldId: string,
): Promise<void> {
  context.touched([newId, oldId]);
  if (!(await linkFacts(tx, newId, oldId, "contradicts"))) return;
  const data = { old: oldId, new: newId };
  await emitEvent(tx, { type: "fact_contradicted", memoryId: oldId, kind: "fact", data });
}

export const answer = async (
  tx: Tx,
  context: OperationContext,
  { masked }: Prepared,
  { id, status, mode, warning }: Learned,
) => ({ ...shownFact(context, await readWritten(tx, context, id), warning), status, mode, masked });

/** Learns a fact that another operation has prepared. */
export async function learnPrepared(tx: Tx, context: OperationContext, memory: Prepared) {
  const { id, status } = await learn(tx, context, memory, []);
  const { row, standing } = await readWritten(tx, context, id);
  return { id, status, recorded_at: standing.recorded_at, isOwn: row.owner_id === context.who.id };
}
