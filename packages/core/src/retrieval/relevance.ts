/** Fitted on questions with known evidence, whose results `bench:quality --relevance` counts by relevance. */
const fitted = { base: -4, score: 0.9, besideBest: 3.8 };

/**
 * How likely a result is evidence, from 0 to 1: by its score, and by how near that is to the best one's. Both are given
 * without the factor of trust, because who wrote something does not make it an answer.
 */
export function relevanceOf(score: number, best: number): number {
  const beside = best > 0 ? Math.min(1, score / best) ** 4 : 0;
  const x = fitted.base + fitted.score * Math.log(Math.max(score, 0) + 0.05) + fitted.besideBest * beside;
  return 1 / (1 + Math.exp(-x));
}
