import { expect, it } from "vitest";
import { defaultPolicy } from "../policy/index.js";
import { contentHash } from "./content-hash.js";
import { scoreOf, spreadOf } from "./score.js";

const known = { kind: "fact", utility: 1.5, confidence: 0.55, quality: 0.6, ageDays: 30 };

it("scores the example of the specification, factor by factor", () => {
  // z = (1.5 − 1) / 1
  const found = scoreOf(defaultPolicy.retrieval, { text: 0.8, vector: 0.9 }, known, {
    mean: 1,
    deviation: 1,
  });
  expect(found).toEqual({
    score: 0.505751,
    scores: {
      ...{ text: 0.8, vector: 0.9, combined: 0.865, utility: 0.622459, confidence: 0.55 },
      ...{ recency: 0.840896, g: 0.584683 },
    },
  });
});

it("stays within 0 and 1, without a vector, a spread or an age too", () => {
  const best = scoreOf(
    defaultPolicy.retrieval,
    { text: 1, vector: null },
    { ...known, confidence: 1, ageDays: -1 },
    spreadOf([1.5, 1.5]),
  );
  expect(best.scores).toMatchObject({ combined: 1, utility: 0.5, recency: 1 });
  expect(best.score).toBe(0.8);
  expect(spreadOf([])).toEqual({ mean: 0, deviation: 0 });
  expect(spreadOf([0, 2])).toEqual({ mean: 1, deviation: 1 });
});

it("counts the quality of the origin where the policy says so", () => {
  const { retrieval } = defaultPolicy;
  const own = { ...retrieval, rerank: { ...retrieval.rerank, use_quality: true } };
  const { scores } = scoreOf(own, { text: 1, vector: 1 }, { ...known, ageDays: 120 }, spreadOf([]));
  expect(scores).toMatchObject({ quality: 0.3, recency: 0.5 });
});

it("hashes a text as the specification does", () => {
  expect(contentHash("  Cafe\u0301 opens\r\n at  nine ")).toBe(
    "sha256:6702dcc744da0011269161f8597e947b1de4a03fd0e1c443f2f820b0ffb3c677",
  );
});
