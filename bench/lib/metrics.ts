/** Share of the evidence among the first k results. */
export const recallAt = (ranking: readonly string[], evidence: readonly string[], k: number): number => {
  const top = new Set(ranking.slice(0, k));
  return evidence.filter((id) => top.has(id)).length / evidence.length;
};

/** Normalised discounted cumulative gain at k, each piece of evidence worth the same. */
export const ndcgAt = (ranking: readonly string[], evidence: readonly string[], k: number): number => {
  const wanted = new Set(evidence);
  let gain = 0;
  let ideal = 0;
  ranking.slice(0, k).forEach((id, rank) => {
    if (wanted.has(id)) gain += 1 / Math.log2(rank + 2);
  });
  for (let rank = 0; rank < Math.min(k, wanted.size); rank++) ideal += 1 / Math.log2(rank + 2);
  return gain / ideal;
};

export interface Quality {
  readonly questions: number;
  readonly r5: number;
  readonly r10: number;
  readonly r25: number;
  readonly r50: number;
  readonly ndcg10: number;
}

export interface Judged {
  readonly category: string;
  readonly evidence: readonly string[];
  readonly ranking: readonly string[];
}

const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;

/** Means over questions, in percent. */
export const quality = (judged: readonly Judged[]): Quality => {
  const recall = (k: number) => 100 * mean(judged.map((q) => recallAt(q.ranking, q.evidence, k)));
  return {
    questions: judged.length,
    r5: recall(5),
    r10: recall(10),
    r25: recall(25),
    r50: recall(50),
    ndcg10: 100 * mean(judged.map((q) => ndcgAt(q.ranking, q.evidence, 10))),
  };
};

/** One entry per category, in the order of their names, then `all`. */
export const qualityByCategory = (judged: readonly Judged[]): Record<string, Quality> => {
  const names = [...new Set(judged.map((q) => q.category))].sort();
  const rows = names.map((name) => [name, quality(judged.filter((q) => q.category === name))] as const);
  return Object.fromEntries([...rows, ["all", quality(judged)]]);
};
