import { assertWithin, type Layer } from "../policy/index.js";
import { capped, prepareQuery, searchCombined } from "../retrieval/index.js";
import type { OperationContext } from "../services.js";
import { limitedWriters, readByIds, trustViewOf } from "../substrate/index.js";
import { claimFilter, type KnownClaim, knownOf, readKnown, shownClaim, shownEvidence } from "./read-claim.js";
import { type Match, type Scores, type Spread, scoreOf, spreadOf } from "./score.js";

/** What is asked for, on whichever page. */
export interface Asked {
  scope?: Layer[];
  allow?: string[];
  include_meta: boolean;
}

/** How a claim matched, as it was found first. */
export interface Candidate extends Match {
  id: string;
  /** Its place by words, from 1; null if none matches. */
  rank: number | null;
}

/** A question's answer as it was first found: later pages show the rest of it, in its order. */
export interface Answer {
  /** When it was asked, in milliseconds. */
  at: number;
  spread: Spread;
  candidates: Candidate[];
}

export interface Scored {
  claim: KnownClaim;
  score: number;
  scores: Scores;
  match: Candidate;
}

/** All claims that answer a question, best first, as many of each writer as may be shown. */
export async function findClaims(
  context: OperationContext,
  question: string,
  asked: Asked,
): Promise<{ found: Scored[]; answer: Answer; told: { left_out?: string } }> {
  const { services, who, policy } = context;
  assertWithin("query", question.length, policy.limits.query_characters, " characters long");
  const filter = claimFilter(context, asked);
  const query = await prepareQuery(services, question);
  const { hybrid } = policy.retrieval;
  return context.read(async (tx) => {
    const { hits } = await searchCombined(tx, who, query, filter, { pool: hybrid, policy });
    const at = Date.now();
    const rows = hits.map(({ row }) => row);
    const claims = await readKnown(tx, context, rows, { withEvidence: asked.include_meta });
    const spread = spreadOf(claims.map((claim) => knownOf(claim, at).utility));
    const matches = new Map<string, Candidate>(hits.map((hit) => [hit.id, hit]));
    const view = trustViewOf(who, policy);
    const ranked = claims
      .map((claim) => scored(context, claim, matches.get(claim.row.id)!, { at, spread }))
      .filter(({ score }) => score >= hybrid.threshold)
      .sort(better)
      .map((one) => ({ ...one, limited: limitedWriters(one.claim.row, view) }));
    const { page: found, told } = capped(ranked, ranked.length, policy);
    return { found, told, answer: { at, spread, candidates: found.map(({ match }) => match) } };
  });
}

/** Some of an answer once more. What may no longer be read is left out. */
export async function readFound(
  context: OperationContext,
  asked: Asked,
  { candidates, ...when }: Answer,
): Promise<Scored[]> {
  const filter = claimFilter(context, asked);
  const ids = candidates.map(({ id }) => id);
  return context.read(async (tx) => {
    const rows = await readByIds(tx, context.who, filter, ids);
    const claims = await readKnown(tx, context, rows, { withEvidence: asked.include_meta });
    const byId = new Map(claims.map((claim) => [claim.row.id, claim]));
    return candidates.flatMap((match) => {
      const claim = byId.get(match.id);
      return claim ? [scored(context, claim, match, when)] : [];
    });
  });
}

const scored = (
  { policy }: OperationContext,
  claim: KnownClaim,
  match: Candidate,
  { at, spread }: Pick<Answer, "at" | "spread">,
): Scored => ({ claim, match, ...scoreOf(policy.retrieval, match, knownOf(claim, at), spread) });

/** Of equal ones the newer comes first. */
function better(a: Scored, b: Scored): number {
  const [ofA, ofB] = [a, b].map(({ claim }) => claim.standing.recorded_at) as [string, string];
  if (a.score !== b.score) return b.score - a.score;
  if (ofA !== ofB) return ofA < ofB ? 1 : -1;
  return a.claim.row.id < b.claim.row.id ? -1 : 1;
}

export function shownItem(
  { policy }: OperationContext,
  { claim, score, scores, match }: Scored,
  meta: boolean,
) {
  const shown = { claim: shownClaim(policy, claim), score };
  if (!meta) return shown;
  return {
    ...shown,
    scores,
    evidences: shownEvidence(policy, claim),
    reason: reasonOf(claim, scores, match),
  };
}

function reasonOf(claim: KnownClaim, { confidence }: Scores, { rank, vector }: Candidate): string {
  const { ageDays, utility } = knownOf(claim, Date.now());
  return [
    ...(rank === null ? [] : [`FTS=rank:${rank}`]),
    ...(vector === null ? [] : [`cos:${(2 * vector - 1).toFixed(2)}`]),
    `recent:${Math.max(0, Math.floor(ageDays))}d`,
    `util:${utility.toFixed(2)}`,
    `conf:${confidence.toFixed(2)}`,
  ].join("; ");
}
