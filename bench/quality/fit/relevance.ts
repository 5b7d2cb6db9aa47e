import { type Cell, formatTable } from "../../lib/table.js";
import { type Explained, scoreWith } from "./weights.js";

/** As many results of a question count as a search returns unless asked for more. */
const page = 10;
const relevances = [0, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const scores = [0, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6, 1.8, 2, 2.4, 2.8];

interface Result {
  readonly value: number;
  readonly isEvidence: boolean;
}

/** Results between two edges, with how many of a hundred were evidence. */
export interface Band {
  readonly from: number;
  readonly results: number;
  readonly mean: number;
  readonly evidence: number;
  /** Of a hundred pieces of evidence that were found, so many have this value or more. */
  readonly kept: number;
}

const bandsOf = (results: readonly Result[], edges: readonly number[]): Band[] => {
  const all = results.filter(({ isEvidence }) => isEvidence);
  return edges.flatMap((from, i) => {
    const within = results.filter(({ value }) => value >= from && value < (edges[i + 1] ?? Infinity));
    if (within.length === 0) return [];
    const evidence = (100 * within.filter(({ isEvidence }) => isEvidence).length) / within.length;
    const mean = within.reduce((sum, { value }) => sum + value, 0) / within.length;
    const kept = (100 * all.filter(({ value }) => value >= from).length) / Math.max(all.length, 1);
    return { from, results: within.length, mean, evidence, kept };
  });
};

const resultsOf = (
  questions: readonly Explained[],
  measureOf: (result: Explained["results"][number]) => number,
): Result[] =>
  questions.flatMap(({ evidence, results }) =>
    results
      .slice(0, page)
      .map((result) => ({ value: measureOf(result), isEvidence: evidence.includes(result.id) })),
  );

export interface Calibration {
  /** What relevance means. */
  readonly relevance: Band[];
  /** From what it is made: scores without the factor of trust. */
  readonly score: Band[];
}

export const calibrate = (questions: readonly Explained[]): Calibration => ({
  relevance: bandsOf(
    resultsOf(questions, ({ relevance }) => relevance),
    relevances,
  ),
  score: bandsOf(
    resultsOf(questions, ({ parts }) => scoreWith({ ...parts, trust: 1 }, {})),
    scores,
  ),
});

const table = (name: string, bands: readonly Band[]): string =>
  formatTable(
    [`${name} from`, "mean", "results", "evidence of 100", "evidence kept"],
    bands.map(({ from, mean, results, evidence, kept }): Cell[] => [
      String(from),
      mean.toFixed(3),
      String(results),
      evidence,
      kept,
    ]),
  );

export const calibrationTable = ({ relevance, score }: Calibration): string =>
  [table("relevance", relevance), "", table("score", score)].join("\n");
