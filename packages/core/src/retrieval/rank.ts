import type { Policy } from "../policy/index.js";
import {
  type Admitted,
  limitedWriters,
  readCues,
  type Trust,
  type TrustView,
  trustOf,
} from "../substrate/index.js";
import { relevanceOf } from "./relevance.js";
import {
  type Asked,
  agentShare,
  type LexicalScore,
  type Parts,
  partsOf,
  scoreOf,
  type Then,
} from "./score/index.js";

/** How the cosines of a space are read. */
export interface CosineScale {
  /** What one is worth, and from which cosine on. */
  weight: number;
  from: number;
  /** Below this cosine a memory that shares no word with the query is unrelated. */
  floor: number;
}
/** Above its floor, one in two hundred queries of made-up words gets a result; at 0.1, every one of them does. */
export const builtinScale: CosineScale = { weight: 0.1, from: 0.04, floor: 0.3 };
export const modelScale: CosineScale = { weight: 3, from: 0.25, floor: -1 };

export interface Ranked {
  id: string;
  score: number;
  /** How likely it is an answer, from 0 to 1. */
  relevance: number;
  trust: Trust;
  writer: string;
  /** Those whose words it shows and who may have only part of the results. */
  limited: string[];
  parts: Parts;
}

/** Weighted scores of one list. Importance, then recency, then id only break ties. */
export function rank(
  admitted: { row: Admitted; lexical: LexicalScore; timing: Then }[],
  asked: Asked,
  scale: CosineScale | undefined,
  view: TrustView,
  shares: Policy["retrieval"]["trust"],
): Ranked[] {
  const near = admitted.filter(
    ({ row, lexical, timing }) =>
      (timing.only && timing.fits > 0) ||
      lexical.window > 0 ||
      (scale !== undefined && (row.cosine ?? -1) >= scale.floor),
  );
  const scored = near.map(({ row, lexical, timing }) => {
    const meaning = scale && row.cosine !== null ? Math.max(0, scale.weight * (row.cosine - scale.from)) : 0;
    const cues = readCues(row.cues);
    const agent = cues.byAgent && !asked.asksAgent ? agentShare(row.word_count) : 1;
    const parts = partsOf(lexical, { cues, timing, speaker: row.speaker, meaning, agent }, asked);
    return { row, parts, score: scoreOf(parts), trust: trustOf(row, view), onlyTime: timing.only };
  });
  // An untrusted text that repeats the query must not make everything else irrelevant.
  const reliable = scored.filter(({ trust }) => trust !== "untrusted");
  const compared = reliable.length > 0 ? reliable : scored;
  const best = compared.reduce((most, { score }) => Math.max(most, score), 0);
  const ranked = scored.map(({ row, parts, score, trust, onlyTime }) => ({
    id: row.id,
    score,
    // Where only a time is asked for, all that fits it is an answer.
    relevance: onlyTime ? 1 : relevanceOf(score, best),
    trust,
    writer: row.writer,
    limited: limitedWriters(row, view),
    importance: row.importance,
    parts,
    occurred: row.occurred,
  }));
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
    // The share of an untrusted writer takes the place of that of an agent's turn, which has put it behind the others.
    item.parts.agent = 1;
    item.score = scoreOf(item.parts);
  }
  return ranked.sort(better).map(({ importance, occurred, ...item }) => item);
}
