import { expect, test } from "vitest";
import { fitWeights, leaveOneOut } from "./leave-one-out.js";
import { reranked, scoreWith } from "./weights.js";

/** Of two results the second one is the evidence, and only its window says so. */
const question = (conversation: string) => ({
  conversation,
  category: "shared",
  evidence: ["b"],
  ranking: ["a", "b"],
  results: [
    {
      id: "a",
      relevance: 0.5,
      parts: { own: 0.5, window: 0, speaker: 0.05, meaning: 0.01, agent: 1, trust: 1 },
    },
    {
      id: "b",
      relevance: 0.4,
      parts: { own: 0.4, window: 0.09, speaker: 0, meaning: 0.01, agent: 1, trust: 1 },
    },
  ],
});

test("scores as the product does with its own weights, and raises cues with the words that they raise", () => {
  const { parts } = question("x").results[0]!;
  expect(scoreWith(parts, {})).toBeCloseTo(0.56, 9);
  expect(scoreWith({ ...parts, window: 0.5 }, { window: 2 })).toBeCloseTo(1.5 * 1.05 + 0.01, 9);
  expect(scoreWith({ ...parts, agent: 0.6 }, { speaker: 0, meaning: 0 })).toBeCloseTo(0.3, 9);
});

test("finds the weights that put the evidence first, and judges each conversation by those of the others", () => {
  const questions = [question("x"), question("y")];
  const multiples = fitWeights([questions[0]!], ["meaning", "speaker", "window"]);
  expect(multiples.speaker).toBe(0);
  expect(reranked(questions[1]!, multiples).ranking).toEqual(["b", "a"]);
  const { folds, fitted } = leaveOneOut(questions);
  expect(folds.map(({ conversation }) => conversation)).toEqual(["x", "y"]);
  expect(folds[0]!.shipped.ndcg10).toBeLessThan(100);
  expect(fitted.ndcg10).toBe(100);
});
