import { rankingLengths } from "@palimpsest/core";
import { type Quality, quality } from "../../lib/metrics.js";
import { type Cell, formatTable } from "../../lib/table.js";
import type { Explained } from "./weights.js";

export type Length = keyof typeof rankingLengths;

/** What is tried of each length beside what is shipped. */
const multiples = [0.5, 2];
/** A change must gain so much of R@10 and nDCG@10 together, in points, or it is noise. */
const least = 0.05;

/** The answers to all questions with one length changed, by what it was changed to. */
export type Tried = Readonly<Record<Length, ReadonlyMap<number, readonly Explained[]>>>;

/** Asks all questions as they are shipped, then with each value of each length. */
export const tryLengths = async (ask: () => Promise<Explained[]>): Promise<Tried> => {
  const shipped = await ask();
  const tried = {} as Record<Length, Map<number, readonly Explained[]>>;
  for (const length of Object.keys(rankingLengths) as Length[]) {
    const usual = rankingLengths[length];
    tried[length] = new Map([[usual, shipped]]);
    for (const multiple of multiples) {
      const value = Math.round(usual * multiple);
      rankingLengths[length] = value;
      try {
        tried[length].set(value, await ask());
      } finally {
        rankingLengths[length] = usual;
      }
    }
  }
  return tried;
};

export interface LengthLeftOut {
  readonly length: Length;
  readonly shipped: number;
  /** By conversation: what all the others would choose. */
  readonly chosen: Readonly<Record<string, number>>;
  readonly usual: Quality;
  /** Of each conversation's questions, with what the others would choose. */
  readonly fitted: Quality;
}

/** For each length and conversation: the value that ranks the questions of all others best. */
export const lengthsLeftOut = (tried: Tried): LengthLeftOut[] =>
  (Object.keys(tried) as Length[]).map((length) => {
    const answers = tried[length];
    const [[shipped, usual]] = [...answers] as [[number, readonly Explained[]]];
    const names = [...new Set(usual.map(({ conversation }) => conversation))];
    const chosen: Record<string, number> = {};
    const judged: Explained[] = [];
    for (const name of names) {
      const others = (questions: readonly Explained[]) =>
        questions.filter((one) => one.conversation !== name);
      const value = bestOf([...answers].map(([at, questions]) => [at, goodness(others(questions))]));
      chosen[name] = value;
      judged.push(...answers.get(value)!.filter(({ conversation }) => conversation === name));
    }
    return { length, shipped, chosen, usual: quality(usual), fitted: quality(judged) };
  });

const goodness = (questions: readonly Explained[]): number => {
  const { r10, ndcg10 } = quality(questions);
  return r10 + ndcg10;
};

/** The first is what is shipped; another must be better by more than noise. */
const bestOf = ([first, ...others]: [value: number, goodness: number][]): number =>
  others.reduce((best, one) => (one[1] > best[1] + least ? one : best), first!)[0];

/** One row per length: what is shipped, what the others would choose for each conversation, and the quality with that. */
export const lengthsTable = (lengths: readonly LengthLeftOut[]): string => {
  const names = Object.keys(lengths[0]?.chosen ?? {});
  const rows = lengths.map(({ length, shipped, chosen, fitted }): Cell[] => [
    length,
    String(shipped),
    ...names.map((name) => String(chosen[name])),
    fitted.r10,
    fitted.ndcg10,
  ]);
  const all = lengths[0]?.usual;
  if (all) rows.push(["as shipped", "", ...names.map(() => ""), all.r10, all.ndcg10]);
  return formatTable(["left out", "shipped", ...names, "R@10", "nDCG@10"], rows);
};
