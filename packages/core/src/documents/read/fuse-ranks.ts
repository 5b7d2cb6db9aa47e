/** The constant of reciprocal rank fusion: the larger it is, the less the first places count. */
const usual = 60;

/** A result of a search of one kind, and what it is a result for: a document has one, however many passages fit. */
export interface RankedPart {
  key: string;
  parts: { meaning: number; words: number; trust: number };
}

/** The sum of 1/(60 + rank + 1) over the list by words and the list by meaning. Equal ones keep the order they came in. */
export function fuseRanks(hits: readonly RankedPart[], fusion = usual): Map<string, number> {
  const scores = new Map<string, number>();
  for (const part of ["words", "meaning"] as const) {
    const weight = ({ parts }: RankedPart) => parts[part] * parts.trust;
    const listed = hits.filter((hit) => weight(hit) > 0).toSorted((a, b) => weight(b) - weight(a));
    for (const [rank, key] of [...new Set(listed.map((hit) => hit.key))].entries()) {
      scores.set(key, (scores.get(key) ?? 0) + 1 / (fusion + rank + 1));
    }
  }
  return scores;
}
