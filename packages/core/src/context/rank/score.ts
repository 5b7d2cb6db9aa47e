import { type Found, untrustedShare } from "../../retrieval/index.js";
import { type MemoryRow, type Trust, trustOf } from "../../substrate/index.js";

export const weights = { alpha: 0.6, beta: 0.3, gamma: 0.1 } as const;
const halfLifeMs = 30 * 86_400_000;
/** What stands further below the best than this has nothing to do with the question. */
const relevantShare = 0.05;
/** The first places are the trusted memories', as far as any match: what others wrote informs after them. */
const leadingPlaces = 10;

/** A memory with its likeness to the question, 0 to 1, and the share of it that its source is trusted with. */
export interface Hit {
  row: MemoryRow;
  trust: Trust;
  similarity: number;
  trusted: number;
}

export interface Scored extends Hit {
  score: number;
}

/** Likeness is measured against the best trusted match, so that an untrusted text cannot set the scale. */
export function hitsOf(found: Found["hits"] | undefined, important: MemoryRow[], readerId: string): Hit[] {
  if (!found) {
    // No search has weighed these.
    return important.map((row) => {
      const trust = trustOf(row, readerId);
      return { row, trust, similarity: 0, trusted: trust === "untrusted" ? untrustedShare : 1 };
    });
  }
  const raw = found.map(({ row, trust, score, parts }) => ({
    row,
    trust,
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

/** Six digits: sums of the same terms in another order must not change an order. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

export function scoreOf({ row, similarity, trusted }: Hit, at: number): number {
  const age = Math.max(0, at - row.occurred_at.getTime());
  const recency = 2 ** (-age / halfLifeMs);
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
 * Evidence in the order it is offered. With a question the score decides; without one there is no likeness to
 * weigh, and importance, then recency do.
 */
export function rankEvidence(hits: Hit[], at: number, asked: boolean): { ranked: Scored[]; below: Scored[] } {
  const scored = hits.map((hit) => ({ ...hit, score: scoreOf(hit, at) }));
  scored.sort(asked ? (a, b) => b.score - a.score || byTies(a, b) : byTies);
  const relevant = (hit: Hit) => !asked || hit.similarity >= relevantShare;
  const fit = scored.filter(relevant);
  const leading = fit.filter(({ trust }) => trust !== "untrusted").slice(0, leadingPlaces);
  const first = new Set(leading);
  return {
    ranked: [...leading, ...fit.filter((hit) => !first.has(hit))],
    below: scored.filter((hit) => !relevant(hit)),
  };
}
