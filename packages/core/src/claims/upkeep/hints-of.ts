import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { search } from "../../retrieval/index.js";
import type { OperationContext } from "../../services.js";
import { commonWordsWith, cutText } from "../../text/index.js";
import { claimFilter, type KnownClaim, knownOf } from "../read-claim.js";

type Hints = OutputOf<PalimpsestContract["getClaim"]>["data"]["hints"];

/** The search is for the words at the beginning of a long text, and looks at this many claims. */
const maxQueryChars = 1_000;
const maxLookedAt = 30;
const maxShown = 10;

/** What speaks for tidying a claim up, as the policy's `maintenance` has it; undefined if it wants no hints. */
export async function hintsOf(tx: Tx, context: OperationContext, claim: KnownClaim): Promise<Hints> {
  const { who, policy } = context;
  const { hints_enabled, similarity_threshold, stale_days } = policy.maintenance;
  if (!hints_enabled) return undefined;
  const query = { text: cutText(claim.row.text, maxQueryChars) };
  const wanted = { limit: maxLookedAt, policy, writerItems: maxLookedAt };
  const { hits } = await search(tx, who, query, claimFilter(context), wanted);
  const similarityOf = commonWordsWith(claim.row.text);
  const similar = hits
    .filter(({ id }) => id !== claim.row.id)
    .map(({ id, row }) => ({ claim_id: id, similarity: similarityOf(row.text) }))
    .filter(({ similarity }) => similarity >= similarity_threshold)
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, maxShown);
  return { stale: knownOf(claim, Date.now()).ageDays >= stale_days, similar };
}
