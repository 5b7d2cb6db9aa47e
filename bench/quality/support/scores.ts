import { type Judged, recallAt } from "../../lib/metrics.js";

/** Shares of questions in percent; those that ask for evidence are empty where there is none to find. */
export interface Scores {
  readonly questions: number;
  /** Some evidence is among the first 1, 3, 10 results. */
  readonly hit1?: number;
  readonly hit3?: number;
  readonly hit10?: number;
  /** Share of the evidence among the first 3 results, and among all 50. */
  readonly r3?: number;
  readonly r50?: number;
  /** There is a result. */
  readonly answered: number;
  /** The mean number of results. */
  readonly results: number;
}

const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;

export const scoresOf = (judged: readonly Judged[]): Scores => {
  const share = (of: (question: Judged) => number | boolean) => 100 * mean(judged.map((q) => Number(of(q))));
  const hit = (k: number) => share((q) => recallAt(q.ranking, q.evidence, k) > 0);
  const counts = {
    questions: judged.length,
    answered: share((q) => q.ranking.length > 0),
    results: mean(judged.map((q) => q.ranking.length)),
  };
  if (judged.some((q) => q.evidence.length === 0)) return counts;
  const recall = (k: number) => share((q) => recallAt(q.ranking, q.evidence, k));
  return { ...counts, hit1: hit(1), hit3: hit(3), hit10: hit(10), r3: recall(3), r50: recall(50) };
};
