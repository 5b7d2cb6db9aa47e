import type { Admitted } from "../../substrate/index.js";
import type { LexicalScore } from "./lexical-score.js";
import type { Asked } from "./parts.js";

/** How a memory matches a question by words and by meaning, each from 0 to 1. */
export interface Combined {
  id: string;
  text: number;
  /** Null if there is no vector to compare. */
  vector: number | null;
  /** Its place by words, from 1; null if none matches. */
  rank: number | null;
  /** Nobody is limited: the ranking is the caller's. */
  limited: readonly string[];
}

export interface Pool {
  alpha: number;
  /** How many of the best by words, and by meaning, are compared. */
  k_txt: number;
  k_vec: number;
}

/** The best by words and the best by meaning, in the order of alpha · vector + (1 − alpha) · text. */
export const combine =
  ({ alpha, k_txt, k_vec }: Pool) =>
  (
    admitted: { row: Admitted; lexical: LexicalScore }[],
    _asked: Asked,
    scale: { from: number; floor: number } | undefined,
  ): Combined[] => {
    const matchOf = ({ own, window }: LexicalScore) => own + window;
    const worded = admitted
      .filter(({ lexical }) => lexical.window > 0)
      .sort((a, b) => matchOf(b.lexical) - matchOf(a.lexical) || byId(a.row, b.row));
    const near = admitted
      .filter(({ row }) => scale !== undefined && (row.cosine ?? -1) >= Math.max(scale.floor, scale.from))
      .sort((a, b) => b.row.cosine! - a.row.cosine! || byId(a.row, b.row));
    const best = worded[0] ? matchOf(worded[0].lexical) : 0;
    const rankOf = new Map(worded.map(({ row }, at) => [row.id, at + 1]));
    const compared = new Map(
      [...worded.slice(0, k_txt), ...near.slice(0, k_vec)].map((each) => [each.row.id, each]),
    );
    return [...compared.values()]
      .map(({ row, lexical }) => {
        const text = best > 0 ? matchOf(lexical) / best : 0;
        const vector = scale === undefined || row.cosine === null ? null : (row.cosine + 1) / 2;
        const rank = rankOf.get(row.id) ?? null;
        const combined = vector === null ? text : alpha * vector + (1 - alpha) * text;
        return { id: row.id, text, vector, rank, limited: [], combined };
      })
      .sort((a, b) => b.combined - a.combined || byId(a, b))
      .map(({ combined: _, ...match }) => match);
  };

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
