import type { Tx } from "../../db/index.js";
import { writerOf } from "../../identity/index.js";
import { thresholdsOf } from "../../models/index.js";
import type { OperationContext } from "../../services.js";
import {
  type Alike,
  type CurrentMemory,
  currentMemories,
  filterOf,
  findAlike,
  findNamed,
  findSaid,
  type Known,
  type Prepared,
} from "../../substrate/index.js";
import { differInDetail, haveSameWords } from "../../text/index.js";

export interface Match {
  by: "external_id" | "content_hash" | "similarity";
  similarity: number | null;
  target: CurrentMemory;
  /** What is stored is what it said before it was edited. */
  isOriginal: boolean;
}

/** The known fact that is meant: by its external id, else by its content, else by how similar it is, if that is asked. */
export async function findMatch(
  tx: Tx,
  context: OperationContext,
  memory: Prepared,
  threshold: number | undefined,
): Promise<Match | undefined> {
  const { who, policy, services } = context;
  const name = memory.attributes.external_id as string | undefined;
  const found = (known: Known, by: Match["by"], similarity: number | null = null) =>
    matchOf(tx, context, known, { by, similarity });
  const named = name === undefined ? undefined : await findNamed(tx, who, memory, name);
  if (named) return found(named, "external_id");
  const said = await findSaid(tx, who, memory, writerOf(who));
  if (said) return found(said, "content_hash");
  if (threshold === undefined || memory.embedding === null) return undefined;
  const filter = { ...filterOf(policy, ["fact"], { channel: "private" }), statuses: ["active"] };
  const { duplicate } = thresholdsOf(services.embedder.id);
  const least = calibrated(threshold, duplicate);
  const { near } = await findAlike(tx, who, { ...memory, embedding: memory.embedding }, filter, { least });
  // In a space where even a cosine of 1 does not mean the same, the words decide.
  const isSame = ({ cosine, text }: Alike) =>
    cosine >= least &&
    (duplicate < 1
      ? !differInDetail(text, memory.text)
      : cosine >= duplicate && haveSameWords(text, memory.text));
  for (const fact of near.filter((each) => each.same_place && isSame(each))) {
    const similarity = Math.round(fact.cosine * 10_000) / 10_000;
    const match = await found({ id: fact.id, is_original: false }, "similarity", similarity);
    const isFree = name === undefined || match?.target.attributes.external_id === undefined;
    if (match && isFree && mayAmend(context, match)) return match;
  }
  return undefined;
}

const usualDuplicate = 0.95;
const lowest = 0.5;

/** A threshold in terms of 0.95, as it is in a space where the same is nearer or farther than that. */
export function calibrated(threshold: number, duplicate: number): number {
  const between = (from: number, to: number, low: number, high: number) =>
    low + ((threshold - from) / (to - from)) * (high - low);
  return threshold >= usualDuplicate
    ? between(usualDuplicate, 1, duplicate, 1)
    : between(lowest, usualDuplicate, lowest, duplicate);
}

/** Others' facts are amended by those who may approve edits. */
const mayAmend = ({ who }: OperationContext, { target }: Match): boolean =>
  target.owner_id === who.id || who.permissions.has("edit:approve");

async function matchOf(
  tx: Tx,
  { who }: OperationContext,
  { id, is_original }: Known,
  match: Pick<Match, "by" | "similarity">,
): Promise<Match | undefined> {
  const [target] = await currentMemories(tx, who, [id]);
  return target && { ...match, isOriginal: is_original, target };
}
