import { type Quality, quality } from "../../lib/metrics.js";
import { type Cell, formatTable } from "../../lib/table.js";
import { type Explained, fittedParts, type Multiples, reranked } from "./weights.js";

/** The multiples that are tried for each weight. */
const steps = [0, 0.25, 0.5, 0.75, 1, 1.5, 2, 3];
/** A change must gain so much of R@10 and nDCG@10 together, in points, or it is noise. */
const least = 0.05;

const goodness = (questions: readonly Explained[], multiples: Multiples): number => {
  const { r10, ndcg10 } = quality(questions.map((question) => reranked(question, multiples)));
  return r10 + ndcg10;
};

/** The weights that rank these questions best, from own words alone, one weight after the other until none gains. */
export const fitWeights = (questions: readonly Explained[], parts: readonly string[]): Multiples => {
  let best: Multiples = Object.fromEntries(parts.map((part) => [part, 0]));
  let reached = goodness(questions, best);
  for (let gained = true; gained; ) {
    gained = false;
    for (const part of parts) {
      for (const step of steps) {
        const tried = { ...best, [part]: step };
        const goes = goodness(questions, tried);
        if (goes <= reached + least) continue;
        [best, reached, gained] = [tried, goes, true];
      }
    }
  }
  return best;
};

export interface LeftOut {
  readonly conversation: string;
  /** Fitted on all the other conversations. */
  readonly multiples: Multiples;
  readonly shipped: Quality;
  readonly fitted: Quality;
}

/** For each conversation: the weights that the others would choose, and how well its own questions fare with them. */
export const leaveOneOut = (questions: readonly Explained[]): { folds: LeftOut[]; fitted: Quality } => {
  const parts = fittedParts(questions);
  const names = [...new Set(questions.map(({ conversation }) => conversation))];
  const runs = names.map((conversation) => {
    const own = questions.filter((question) => question.conversation === conversation);
    const multiples = fitWeights(
      questions.filter((question) => question.conversation !== conversation),
      parts,
    );
    const judged = own.map((question) => reranked(question, multiples));
    return { judged, fold: { conversation, multiples, shipped: quality(own), fitted: quality(judged) } };
  });
  return { folds: runs.map(({ fold }) => fold), fitted: quality(runs.flatMap(({ judged }) => judged)) };
};

/** One row per weight, and the quality at the end. */
export const leaveOneOutTable = ({ folds, fitted }: ReturnType<typeof leaveOneOut>, all: Quality): string => {
  const parts = Object.keys(folds[0]?.multiples ?? {});
  const figures = (of: (fold: LeftOut) => number): Cell[] => folds.map(of);
  const rows: Cell[][] = [
    ...parts.map((part): Cell[] => [
      `× ${part}`,
      ...folds.map(({ multiples }) => String(multiples[part])),
      "",
    ]),
    ["R@10, shipped weights", ...figures(({ shipped }) => shipped.r10), all.r10],
    ["R@10, weights of the others", ...figures((fold) => fold.fitted.r10), fitted.r10],
    ["nDCG@10, shipped weights", ...figures(({ shipped }) => shipped.ndcg10), all.ndcg10],
    ["nDCG@10, weights of the others", ...figures((fold) => fold.fitted.ndcg10), fitted.ndcg10],
  ];
  return formatTable(["left out", ...folds.map(({ conversation }) => conversation), "all"], rows);
};
