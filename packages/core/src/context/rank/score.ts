import type { Policy } from "../../policy/index.js";
import type { Found } from "../../retrieval/index.js";
import { type MemoryRow, type Trust, type TrustView, trustOf } from "../../substrate/index.js";

type Weights = Policy["retrieval"]["context"];
const dayMs = 86_400_000;

/** A memory with its similarity to the question, 0 to 1, and the share of it that its writer's trust leaves. */
export interface Hit {
  row: MemoryRow;
  trust: Trust;
  similarity: number;
  /** How likely it answers the question, whatever else does. */
  relevance: number;
  trusted: number;
}

export interface Scored extends Hit {
  score: number;
}

/** Similarity is scaled by the best trusted match, so that an untrusted text cannot set the scale. */
export function hitsOf(
  found: Found["hits"] | undefined,
  important: MemoryRow[],
  view: TrustView,
  { untrusted_share }: Policy["retrieval"]["trust"],
): Hit[] {
  if (!found) {
    // These were not found by a search, so they have no score.
    return important.map((row) => {
      const trust = trustOf(row, view);
      return {
        row,
        trust,
        similarity: 0,
        relevance: 0,
        trusted: trust === "untrusted" ? untrusted_share : 1,
      };
    });
  }
  const raw = found.map(({ row, trust, score, relevance, parts }) => ({
    row,
    trust,
    relevance,
    trusted: parts.trust,
    raw: score / parts.trust,
  }));
  const reliable = raw.filter(({ trust }) => trust !== "untrusted");
  const best = Math.max(0, ...(reliable.length > 0 ? reliable : raw).map((hit) => hit.raw));
  return raw.map(({ raw: own, ...hit }) => ({
    ...hit,
    similarity: best > 0 ? rounded(Math.min(1, own / best)) : 0,
  }));
}

/** Rounded to six digits, so that adding the same terms in another order does not change the ranking. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

export function scoreOf({ row, similarity, trusted }: Hit, at: number, weights: Weights): number {
  const age = Math.max(0, at - row.occurred_at.getTime());
  const recency = 2 ** (-age / (weights.recency_half_life_days * dayMs));
  return rounded(
    trusted * (weights.alpha * similarity + weights.beta * recency + weights.gamma * row.importance),
  );
}

const byTies = (a: Scored, b: Scored): number =>
  b.trusted * b.row.importance - a.trusted * a.row.importance ||
  b.row.occurred_at.getTime() - a.row.occurred_at.getTime() ||
  a.row.token_count - b.row.token_count ||
  (a.row.id < b.row.id ? -1 : 1);

/**
 * Evidence in the order in which it is offered: by score if there is a question, else by importance, then recency.
 */
export function rankEvidence(
  hits: Hit[],
  { at, asked, weights, room }: { at: number; asked: boolean; weights: Weights; room: number },
): { ranked: Scored[]; below: Scored[] } {
  const scored = hits.map((hit) => ({ ...hit, score: scoreOf(hit, at, weights) }));
  scored.sort(asked ? (a, b) => b.score - a.score || byTies(a, b) : byTies);
  const relevant = (hit: Hit) =>
    !asked || (hit.similarity >= weights.threshold && hit.relevance >= weights.min_relevance);
  const fit = scored.filter(relevant);
  const leading = fit.filter(({ trust }) => trust !== "untrusted").slice(0, weights.leading_trusted);
  const first = new Set(leading);
  return {
    ranked: [
      ...leading,
      ...shareLast(
        fit.filter((hit) => !first.has(hit)),
        room,
      ),
    ],
    below: scored.filter((hit) => !relevant(hit)),
  };
}

/** What one untrusted writer may take of the evidence's tokens before all others had their turn. */
const writerShare = 0.3;
/** An estimate that does not depend on which text the stored count is of. */
const charactersPerToken = 4;

/** Moves what an untrusted writer has beyond its share behind everything else: it is shown if there is room left. */
function shareLast(hits: Scored[], room: number): Scored[] {
  const most = writerShare * room * charactersPerToken;
  const taken = new Map<string, number>();
  const late = new Set<Scored>();
  for (const hit of hits) {
    if (hit.trust !== "untrusted") continue;
    const { writer, text } = hit.row;
    const sum = (taken.get(writer) ?? 0) + text.length;
    if (sum > most) late.add(hit);
    else taken.set(writer, sum);
  }
  return [...hits.filter((hit) => !late.has(hit)), ...late];
}
