import { attributeText, type InputOf, type PalimpsestContract } from "@palimpsest/contract";
import { assertWithin } from "../policy/index.js";
import { capped, type FoundOfKind, prepareQuery, type Shown, searchEach } from "../retrieval/index.js";
import type { OperationContext } from "../services.js";
import { assertMayFilter, filterOf, shownChars } from "../substrate/index.js";
import { cutText } from "../text/index.js";
import { storedAction } from "./censors/read-censor.js";
import { outcomeOf } from "./episodes/read-episode.js";
import { confidenceOf } from "./facts/index.js";
import { effectivenessOf } from "./procedures/read-procedure.js";
import { isBlank, modeOf } from "./search.js";

type Input = InputOf<PalimpsestContract["heartRecall"]>;
type Type = Input["types"][number];

/** The constant of reciprocal rank fusion: the larger it is, the less the first places count. */
const fusion = 60;
/** Of each kind so many times as many are looked for as are shown. */
const overfetch = 2;

/** The best of several kinds. Scores of different kinds cannot be compared, so their ranks are. Nothing is counted. */
export async function heartRecall(context: OperationContext, input: Input) {
  const { services, who, policy } = context;
  const { types: kinds, limit, explain } = input;
  assertWithin("query", input.query.length, policy.limits.query_characters, " characters long");
  const filter = { ...filterOf(policy, kinds, input), statuses: ["active"] };
  assertMayFilter(context, filter);
  const query = await prepareQuery(services, input.query);
  const { found, vectors } = await context.read((tx) =>
    searchEach(tx, who, query, filter, { kinds, limit: overfetch * limit, policy }),
  );
  const isPast = filter.asOf !== undefined;
  // Each kind is limited by itself, and together they are one page.
  const { page: results, told } = capped(fused(found), limit, policy);
  context.touched(results.map(({ hit }) => hit.id));
  return {
    results: results.map(({ type, rank, score, hit: { id, trust, shown, parts } }) => ({
      ...{ type, id, summary: cutText(shown.text, shownChars), score, rank, trust },
      metadata: metadataOf[type](shown, isPast),
      ...(explain ? { parts } : {}),
    })),
    mode: modeOf(vectors || isBlank(input.query)),
    ...told,
  };
}

/** Ranks of all kinds in one list; of equal ranks, in the order of the kinds. */
const fused = (found: FoundOfKind[]) =>
  found
    .flatMap(({ kind, hits }) => hits.map((hit, n) => ({ type: kind as Type, hit, rank: n + 1 })))
    .sort((a, b) => a.rank - b.rank)
    .map((one) => ({ ...one, limited: one.hit.limited, score: Math.round(1e6 / (fusion + one.rank)) / 1e6 }));

const named = ({ attributes }: Shown, name: string) => attributeText(attributes, name) || null;

const metadataOf: Record<Type, (shown: Shown, isPast: boolean) => object> = {
  fact: (fact) => ({
    category: named(fact, "category"),
    subject: fact.subject_id,
    confidence: confidenceOf(fact.attributes, fact),
  }),
  episode: (episode) => ({
    outcome: outcomeOf(episode.attributes),
    started_at: episode.occurred_at.toISOString(),
  }),
  // How well it worked by then is not on record.
  procedure: (procedure, isPast) => ({
    domain: named(procedure, "domain"),
    ...(isPast ? {} : { effectiveness: effectivenessOf(procedure) }),
  }),
  censor: (censor) => ({ action: storedAction(censor, censor), domain: named(censor, "domain") }),
  decision: () => ({}),
  chunk: () => ({}),
};
