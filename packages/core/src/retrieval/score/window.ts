import { longestTurn } from "../../substrate/index.js";
import { lend, rankingLengths } from "./weights.js";

/** Candidates in reading order, by index. */
export interface Candidates {
  positions: Float64Array;
  lengths: Float64Array;
  /** The words of a memory that nobody has looked up. */
  usual: number;
  /** How many words stand between two candidates of a session; undefined where nobody counted. */
  between(one: number, other: number): number | undefined;
}

/** How often a word stands in each candidate, and whether that counts for neighbours. */
export interface Around {
  tf: Uint8Array;
  spreads: boolean;
}

/** Turns are numbered from 1 within the range of positions that their session has. */
const sessionRange = 1_048_576;

/** How often each word stands in a memory and the neighbours whose words count for it, and how many words those are. */
export function windowOf(
  { positions, lengths, usual, between }: Candidates,
  terms: readonly Around[],
  at: number,
): { tfs: number[]; words: number } {
  const { near, far, windowTurns } = rankingLengths;
  const tfs = terms.map(({ tf }) => tf[at]!);
  const position = positions[at]!;
  let words = lengths[at]!;
  if (position < 0) return { tfs, words };
  const first = position - (position % sessionRange) + 1;
  for (let step = -1; step <= 1; step += 2) {
    let gap = 0;
    let last = position;
    for (let i = at + step; ; i += step) {
      const next = i >= 0 && i < positions.length ? positions[i]! : Number.POSITIVE_INFINITY;
      if (next < first || Math.abs(next - position) > windowTurns) {
        const left = windowTurns - Math.abs(last - position);
        words += unseen(gap, usual, step < 0 ? Math.min(left, last - first) : left);
        break;
      }
      gap = between(at, i) ?? gap + usual * (Math.abs(next - last) - 1);
      if (gap >= far) break;
      const len = lengths[i]!;
      const share = (gap < near ? 1 : 0.5) * lend(len);
      if (share > 0) {
        words += share * len;
        for (let t = 0; t < terms.length; t++) {
          const term = terms[t]!;
          if (term.spreads) tfs[t]! += share * term.tf[i]!;
        }
      }
      gap += Math.min(len, longestTurn);
      last = next;
    }
  }
  return { tfs, words };
}

/** The words of a window beyond the candidates, of so many more turns at most, after this many words. */
function unseen(gap: number, usual: number, turns: number): number {
  const { near, far } = rankingLengths;
  let words = 0;
  for (let turn = 0, after = gap; turn < turns && after < far; turn++, after += usual) {
    words += (after < near ? 1 : 0.5) * lend(usual) * usual;
  }
  return words;
}
