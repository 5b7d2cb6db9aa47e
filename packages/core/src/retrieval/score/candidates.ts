import type { TermPostings } from "../../substrate/index.js";
import { lend } from "./weights.js";

/** How much of a neighbour's words count, by distance in turns, while nobody has looked up how many words those have. */
export const nearTurns = [1, 1, 0.5, 0.5];

/** What share of its words a posting's memory lends to its neighbours. Outside any session it has none. */
export const lends = (postings: TermPostings, i: number): number =>
  postings.positions[i]! < 0 ? 0 : lend(postings.len[i]!);

/** The positions of these postings and of the neighbours they lend to, in order, each once. */
export function candidatePositions(terms: TermPostings[]): Float64Array {
  const size = terms.reduce((sum, term) => sum + term.positions.length, 0);
  const lone = new Float64Array(size);
  const lending = new Float64Array(size);
  let [lones, lendings] = [0, 0];
  for (const term of terms) {
    for (let i = 0; i < term.positions.length; i++) {
      if (lends(term, i) > 0) lending[lendings++] = term.positions[i]!;
      else lone[lones++] = term.positions[i]!;
    }
  }
  const reach = nearTurns.length;
  const spread = new Float64Array(lendings * (2 * reach + 1) + lones);
  let n = 0;
  for (const position of lending.subarray(0, lendings).sort()) {
    for (
      let at = Math.max(position - reach, n > 0 ? spread[n - 1]! + 1 : position - reach);
      at <= position + reach;
      at++
    ) {
      spread[n++] = at;
    }
  }
  if (lones === 0) return spread.subarray(0, n);
  spread.set(lone.subarray(0, lones), n);
  const sorted = spread.subarray(0, n + lones).sort();
  let unique = 0;
  for (const position of sorted)
    if (unique === 0 || sorted[unique - 1] !== position) sorted[unique++] = position;
  return sorted.subarray(0, unique);
}
