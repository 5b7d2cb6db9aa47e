import { kindNames, type OutputOf, type PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { search } from "../../retrieval/index.js";
import type { OperationContext } from "../../services.js";
import { filterOf } from "../../substrate/index.js";
import { commonWordsWith, cutText } from "../../text/index.js";
import type { Target } from "./target.js";

type NearTwins = OutputOf<PalimpsestContract["previewEdit"]>["near_twins"];

/** The search is for the words at the beginning of a long text, and looks at this many memories. */
const maxQueryChars = 1_000;
const maxLookedAt = 30;
const maxShown = 10;
const shownChars = 200;
/** Below this share of common words, texts about one thing and texts that say one thing are not told apart. */
const minSimilarity = 0.7;

/** Memories with almost the same words as one, that a search by the caller finds, the most similar first. */
export async function nearTwins(tx: Tx, context: OperationContext, target: Target): Promise<NearTwins> {
  const { who, policy } = context;
  const filter = filterOf(policy, kindNames(), { channel: "private" });
  const query = { text: cutText(target.text, maxQueryChars) };
  const { hits } = await search(tx, who, query, filter, {
    limit: maxLookedAt,
    policy,
    writerItems: maxLookedAt,
  });
  const similarityOf = commonWordsWith(target.text);
  return hits
    .filter(({ id }) => id !== target.id)
    .map(({ id, row }) => ({
      memory_id: id,
      kind: row.kind as NearTwins[number]["kind"],
      text: cutText(row.text, shownChars),
      similarity: similarityOf(row.text),
    }))
    .filter(({ similarity }) => similarity >= minSimilarity)
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, maxShown);
}
