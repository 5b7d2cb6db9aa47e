import type { Policy } from "../policy/index.js";

/** How a claim matches a question. */
export interface Match {
  /** Its match of words as a share of the best. */
  text: number;
  /** (cosine + 1) / 2; null if there is no vector to compare. */
  vector: number | null;
}

/** What is known of a claim beside its text. */
export interface Known {
  kind: string;
  utility: number;
  confidence: number;
  quality: number;
  ageDays: number;
}

/** The utilities of all candidates of one question. */
export interface Spread {
  mean: number;
  deviation: number;
}

export interface Scores {
  text: number;
  vector?: number;
  combined: number;
  utility: number;
  confidence: number;
  quality?: number;
  recency: number;
  g: number;
}

export function spreadOf(utilities: readonly number[]): Spread {
  if (utilities.length === 0) return { mean: 0, deviation: 0 };
  const mean = utilities.reduce((sum, value) => sum + value, 0) / utilities.length;
  const variance = utilities.reduce((sum, value) => sum + (value - mean) ** 2, 0) / utilities.length;
  return { mean, deviation: Math.sqrt(variance) };
}

/** score = combined · g, with every factor of it. */
export function scoreOf(
  { hybrid, rerank }: Policy["retrieval"],
  { text, vector }: Match,
  known: Known,
  { mean, deviation }: Spread,
): { score: number; scores: Scores } {
  const combined = vector === null ? text : hybrid.alpha * vector + (1 - hybrid.alpha) * text;
  const z = deviation === 0 ? 0 : (known.utility - mean) / deviation;
  const utility = 1 / (1 + Math.exp(-z));
  const byKind: Partial<Record<string, number>> = rerank.recency.half_life_days_by_kind;
  const recency = 2 ** (-Math.max(0, known.ageDays) / (byKind[known.kind] ?? rerank.recency_half_life_days));
  const { confidence } = known;
  const quality = known.quality * 2 ** (-Math.max(0, known.ageDays) / qualityHalfLife);
  const g =
    (0.6 + 0.4 * utility) *
    (0.5 + 0.5 * confidence) *
    (0.3 + 0.7 * recency) *
    (rerank.use_quality ? 0.5 + 0.5 * quality : 1);
  return {
    score: rounded(combined * g),
    scores: {
      text: rounded(text),
      ...(vector !== null && { vector: rounded(vector) }),
      combined: rounded(combined),
      utility: rounded(utility),
      confidence: rounded(confidence),
      ...(rerank.use_quality && { quality: rounded(quality) }),
      recency: rounded(recency),
      g: rounded(g),
    },
  };
}

const qualityHalfLife = 120;

const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
