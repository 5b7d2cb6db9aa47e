import type { LexicalScorer } from "./score/index.js";

/** The best candidates in each of these groups, up to so many, so that no group takes another one's places. */
export function bestOfEach(scorer: LexicalScorer, groups: number[][], size: number): number[][] {
  const members = groups.map((positions) => new Set(positions));
  const best = groups.map((): number[] => []);
  for (const round of scorer.rounds(size)) {
    for (const [n, group] of members.entries()) best[n]!.push(...round.filter((at) => group.has(at)));
    if (best.every((found, n) => found.length >= Math.min(size, groups[n]!.length))) break;
  }
  return best.map((found) => found.slice(0, size));
}
