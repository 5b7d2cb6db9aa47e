import type { Policy } from "../policy/index.js";
import { type Admitted, limitedWriters, type Trust, type TrustView, trustOf } from "../substrate/index.js";
import type { LexicalScore } from "./lexical-score.js";
import type { Then } from "./then.js";

/** How the cosines of a space are distributed, and the weight of one standard deviation. */
export interface CosineScale {
  weight: number;
  mean: number;
  deviation: number;
  /** Below this cosine a memory that shares no word with the query is unrelated. */
  floor: number;
}
export const builtinScale: CosineScale = { weight: 0.02, mean: 0.04, deviation: 0.1, floor: 0.1 };
export const modelScale: CosineScale = { weight: 0.3, mean: 0.25, deviation: 0.1, floor: -1 };

export interface Ranked {
  id: string;
  score: number;
  trust: Trust;
  writer: string;
  /** Those whose words it shows and who may have only part of the results. */
  limited: string[];
  parts: { words: number; window: number; then_asked: number; meaning: number; trust: number };
}

/** By what share a time that is asked for raises the match of words. */
const thenWeight = 0.5;

/** Weighted scores of one list. Importance, then recency, then id only break ties. */
export function rank(
  admitted: { row: Admitted; lexical: LexicalScore; timing: Then }[],
  scale: CosineScale | undefined,
  view: TrustView,
  shares: Policy["retrieval"]["trust"],
): Ranked[] {
  const near = admitted.filter(
    ({ row, lexical, timing }) =>
      (timing.only && timing.fits > 0) ||
      lexical.score > 0 ||
      (scale !== undefined && (row.cosine ?? -1) >= scale.floor),
  );
  const ranked = near.map(({ row, lexical, timing }) => {
    const z = scale && row.cosine !== null ? (row.cosine - scale.mean) / scale.deviation : 0;
    const meaning = scale && row.cosine !== null ? Math.max(0, scale.weight * z) : 0;
    const words = lexical.own;
    const window = lexical.score - lexical.own;
    const time = timing.fits * (timing.only ? 1 : thenWeight * (words + window));
    const trust = trustOf(row, view);
    return {
      id: row.id,
      score: words + window + time + meaning,
      trust,
      writer: row.writer,
      limited: limitedWriters(row, view),
      importance: row.importance,
      parts: { words, window, then_asked: time, meaning, trust: 1 },
      occurred: row.occurred,
    };
  });
  const better = (a: (typeof ranked)[number], b: (typeof ranked)[number]) =>
    b.score - a.score || b.importance - a.importance || b.occurred - a.occurred || (a.id < b.id ? -1 : 1);
  ranked.sort(better);
  const seen = new Map<string, number>();
  for (const item of ranked) {
    if (item.trust !== "untrusted") continue;
    const writers = item.limited.length > 0 ? item.limited : [item.writer];
    const before = Math.max(...writers.map((writer) => seen.get(writer) ?? 0));
    for (const writer of writers) seen.set(writer, (seen.get(writer) ?? 0) + 1);
    item.parts.trust = shares.untrusted_share * shares.same_writer_share ** Math.min(before, 10);
    item.score *= item.parts.trust;
  }
  return ranked.sort(better).map(({ importance, occurred, ...item }) => item);
}
