import type { Judged } from "../../lib/metrics.js";

/** A question's results with what their scores are made of, as the product explains them. */
export interface Explained extends Judged {
  readonly conversation: string;
  readonly results: readonly {
    readonly id: string;
    readonly relevance: number;
    readonly parts: Readonly<Record<string, number>>;
  }[];
}

/** How much each part of a score counts, as a multiple of what the product gives it. */
export type Multiples = Readonly<Record<string, number>>;

const lexical = new Set(["own", "window", "answer"]);
const factors = new Set(["agent", "trust"]);

/** The parts whose weights are fitted. Own words are the measure of the others. */
export const fittedParts = (questions: readonly Explained[]): string[] => {
  const seen = new Set<string>();
  for (const { results } of questions)
    for (const { parts } of results)
      for (const [part, value] of Object.entries(parts)) if (value !== 0) seen.add(part);
  return [...seen].filter((part) => part !== "own" && !factors.has(part)).sort();
};

/** A score with other weights: cues raise the match of words by a share of it, whatever that match is. */
export const scoreWith = (parts: Readonly<Record<string, number>>, multiples: Multiples): number => {
  let [before, after, cues, meaning, factor] = [0, 0, 0, 0, 1];
  for (const [part, value] of Object.entries(parts)) {
    if (factors.has(part)) {
      factor *= value;
      continue;
    }
    const weighed = value * (multiples[part] ?? 1);
    if (lexical.has(part)) {
      before += value;
      after += weighed;
    } else if (part === "meaning") meaning = weighed;
    else cues += weighed;
  }
  const raised = before === 0 ? 0 : after * (1 + cues / before);
  return factor * (raised + meaning);
};

/** The same results in the order of other weights. */
export const reranked = (question: Explained, multiples: Multiples): Judged => {
  const scored = question.results.map(({ id, parts }) => ({ id, score: scoreWith(parts, multiples) }));
  scored.sort((a, b) => b.score - a.score);
  return { ...question, ranking: [...new Set(scored.map(({ id }) => id))] };
};
