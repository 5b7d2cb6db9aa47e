import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { search } from "../../retrieval/index.js";
import type { OperationContext } from "../../services.js";
import { admit, nearest, type SpaceVector, storedVector } from "../../substrate/index.js";
import { commonWordsWith, cutText } from "../../text/index.js";
import { claimFilter, type KnownClaim, knownOf } from "../read-claim.js";

type Hints = OutputOf<PalimpsestContract["getClaim"]>["data"]["hints"];

/** The search is for the words at the beginning of a long text, and looks at this many claims. */
const maxQueryChars = 1_000;
const maxLookedAt = 30;
const maxShown = 10;

/** What speaks for tidying a claim up, as the policy's `maintenance` has it; undefined if it wants no hints. */
export async function hintsOf(tx: Tx, context: OperationContext, claim: KnownClaim): Promise<Hints> {
  const { hints_enabled, similarity_threshold, stale_days } = context.policy.maintenance;
  if (!hints_enabled) return undefined;
  const vector = await storedVector(tx, context.who.tenantId, claim.row.id);
  const others = vector ? await alikeInMeaning(tx, context, vector) : await alikeInWords(tx, context, claim);
  const similar = others
    .filter(({ claim_id, similarity }) => claim_id !== claim.row.id && similarity >= similarity_threshold)
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, maxShown);
  return { stale: knownOf(claim, Date.now()).ageDays >= stale_days, similar };
}

/** The nearest claims, with the cosines of their vectors to this one. */
async function alikeInMeaning(tx: Tx, context: OperationContext, vector: SpaceVector) {
  const { tenantId } = context.who;
  const filter = claimFilter(context);
  const near = await nearest(tx, tenantId, vector, filter, maxLookedAt);
  const cosines = new Map(near.map(({ reading_position, cosine }) => [Number(reading_position), cosine]));
  const rows = await admit(tx, tenantId, filter, [...cosines.keys()], undefined);
  return rows.map(({ id, reading_position }) => ({
    claim_id: id,
    similarity: Math.round(100 * cosines.get(Number(reading_position))!) / 100,
  }));
}

/** Of a claim that has no vector yet: those that share its words. */
async function alikeInWords(tx: Tx, context: OperationContext, { row }: KnownClaim) {
  const { who, policy } = context;
  const query = { text: cutText(row.text, maxQueryChars) };
  const wanted = { limit: maxLookedAt, policy, writerItems: maxLookedAt };
  const { hits } = await search(tx, who, query, claimFilter(context), wanted);
  const similarityOf = commonWordsWith(row.text);
  return hits.map((hit) => ({ claim_id: hit.id, similarity: similarityOf(hit.row.text) }));
}
