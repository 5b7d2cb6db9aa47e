import type { Policy } from "../policy/index.js";
import { type Admitted, limitedWriters, type Trust, type TrustView, trustOf } from "../substrate/index.js";
import type { CosineScale } from "./rank.js";
import type { Asked, LexicalScore } from "./score/index.js";

/** How much meaning and words count where memories of one kind are compared. */
const meaningWeight = 0.7;
const wordsWeight = 0.3;

export interface Weighed {
  id: string;
  score: number;
  trust: Trust;
  /** Those whose words it shows and who may have only part of the results. */
  limited: string[];
  parts: { meaning: number; words: number; trust: number };
}

/**
 * Scores of one kind: (0.7·meaning + 0.3·words)·trust, or words·trust where there are no vectors to compare. What was
 * recorded later, then the id, only break ties.
 */
export function weigh(
  admitted: { row: Admitted; lexical: LexicalScore }[],
  _asked: Asked,
  scale: CosineScale | undefined,
  view: TrustView,
  shares: Policy["retrieval"]["trust"],
): Weighed[] {
  const isNear = (cosine: number) => scale !== undefined && cosine > 0 && cosine >= scale.floor;
  const near = admitted.filter(({ row, lexical }) => lexical.window > 0 || isNear(row.cosine ?? 0));
  const weighed = near.map(({ row, lexical }) => {
    const meaning = scale ? Math.max(0, row.cosine ?? 0) : 0;
    const match = lexical.own + lexical.window;
    const words = match / (1 + match);
    return {
      id: row.id,
      score: scale ? meaningWeight * meaning + wordsWeight * words : words,
      trust: trustOf(row, view),
      limited: limitedWriters(row, view),
      parts: { meaning, words, trust: 1 },
      writer: row.writer,
      occurred: row.occurred,
    };
  });
  const better = (a: (typeof weighed)[number], b: (typeof weighed)[number]) =>
    b.score - a.score || b.occurred - a.occurred || (a.id < b.id ? -1 : 1);
  const seen = new Map<string, number>();
  for (const item of weighed.sort(better)) {
    if (item.trust !== "untrusted") continue;
    const before = seen.get(item.writer) ?? 0;
    seen.set(item.writer, before + 1);
    item.parts.trust = shares.untrusted_share * shares.same_writer_share ** Math.min(before, 10);
    item.score *= item.parts.trust;
  }
  return weighed.sort(better).map(({ writer, occurred, ...item }) => item);
}
