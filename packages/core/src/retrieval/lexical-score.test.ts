import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Lexicon } from "../substrate/index.js";
import { LexicalScorer } from "./lexical-score.js";

interface Doc {
  position: number;
  words: string[];
}

/** The lexicon that the database would give for these memories and query words. */
function lexiconOf(docs: Doc[], query: string[]): Lexicon {
  return {
    memories: docs.length,
    spaceIsActive: true,
    words: docs.reduce((sum, doc) => sum + doc.words.length, 0),
    terms: [...new Set(query)].flatMap((word) => {
      const hits = docs.filter((doc) => doc.words.includes(word)).sort((a, b) => b.position - a.position);
      if (hits.length === 0) return [];
      return [
        {
          df: hits.length,
          positions: Float64Array.from(hits, (doc) => doc.position),
          tf: Uint8Array.from(hits, (doc) => doc.words.filter((w) => w === word).length),
          len: Uint32Array.from(hits, (doc) => doc.words.length),
        },
      ];
    }),
  };
}

/** The same formula, written plainly over the documents. Memories that no word leads to count as of average length. */
function plainScore(
  docs: Doc[],
  query: string[],
  position: number,
  candidates: Set<number>,
): { own: number; window: number } {
  const average = docs.reduce((sum, doc) => sum + doc.words.length, 0) / docs.length;
  const lend = (n: number) => Math.min(1, Math.max(0, (160 - n) / 120));
  const near = [1, 1, 0.5, 0.5];
  const at = (s: number) => docs.find((doc) => doc.position === s);
  const count = (doc: Doc | undefined, word: string) => doc?.words.filter((w) => w === word).length ?? 0;
  const known = [...new Set(query)].filter((word) => docs.some((doc) => doc.words.includes(word)));
  const idf = (word: string) => {
    const df = docs.filter((doc) => doc.words.includes(word)).length;
    return Math.log(1 + (docs.length - df + 0.5) / (df + 0.5));
  };
  let [own, window, ideal] = [0, 0, 0];
  const around = (s: number) =>
    near.flatMap(
      (weight, i) =>
        [
          [s - i - 1, weight],
          [s + i + 1, weight],
        ] as const,
    );
  const length = (s: number) => (candidates.has(s) ? at(s)?.words.length : undefined) ?? average;
  let words = length(position);
  if (position > 0) for (const [s, weight] of around(position)) words += weight * lend(length(s)) * length(s);
  for (const word of known) {
    ideal += idf(word) * 2.2;
    const tf = count(at(position), word);
    own += (idf(word) * tf * 2.2) / (tf + 1.2 * Math.max(1, length(position) / 30));
    let wtf = tf;
    if (position > 0)
      for (const [s, weight] of around(position)) {
        const neighbour = at(s);
        if (neighbour) wtf += weight * lend(neighbour.words.length) * count(neighbour, word);
      }
    window += (idf(word) * wtf * 2.2) / (wtf + 1.2 * Math.max(1, words / 120));
  }
  return { own: own / ideal, window: window / ideal };
}

const rounds = (scorer: LexicalScorer) => [...scorer.rounds(3)].flat();

describe("lexical score", () => {
  it("equals the plain formula on any small store, once the lengths are known", () => {
    const word = fc.constantFrom("ant", "bee", "cat", "dog", "elk");
    const doc = fc.record({
      words: fc.array(word, { minLength: 1, maxLength: 90, size: "max" }),
      gap: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(
        fc.array(doc, { minLength: 1, maxLength: 12 }),
        fc.array(word, { minLength: 1, maxLength: 3 }),
        (drawn, query) => {
          let position = 1_048_576;
          const next = (gap: number) => {
            position += gap;
            return position;
          };
          const docs = drawn.map(({ words, gap }) => ({ words, position: next(gap) }));
          const scorer = new LexicalScorer(lexiconOf(docs, query));
          scorer.learnLengths(docs.map((d) => [d.position, d.words.length]));
          const candidates = new Set(rounds(scorer));
          for (const found of candidates) {
            if (!docs.some((d) => d.position === found)) continue;
            const expected = plainScore(docs, query, found, candidates);
            const actual = scorer.score(found);
            expect(actual.own).toBeCloseTo(expected.own, 5);
            expect(actual.window).toBeCloseTo(expected.window, 5);
          }
        },
      ),
    );
  });

  it("gives every candidate once, best first", () => {
    const docs = Array.from({ length: 40 }, (_, i) => ({
      position: 1_048_576 + i,
      words: i % 7 === 0 ? ["ant"] : ["bee", "ant"],
    }));
    const scorer = new LexicalScorer(lexiconOf(docs, ["ant", "bee"]));
    const order = rounds(scorer);
    expect(new Set(order).size).toBe(order.length);
    const scores = order.map((position) => scorer.score(position).score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it("finds a memory by its neighbour's words", () => {
    const docs = [
      { position: 1_048_577, words: ["where", "heron"] },
      { position: 1_048_578, words: ["marsh"] },
    ];
    expect(rounds(new LexicalScorer(lexiconOf(docs, ["heron"])))).toContain(1_048_578);
  });

  it("does not let a long message lend its words to neighbours", () => {
    const docs = [
      { position: 1_048_577, words: ["heron", ...Array.from({ length: 200 }, (_, i) => `w${i}`)] },
      { position: 1_048_578, words: ["marsh"] },
    ];
    expect(rounds(new LexicalScorer(lexiconOf(docs, ["heron"])))).toEqual([1_048_577]);
  });

  it("gives memories outside any session no neighbours", () => {
    const docs = [
      { position: -16, words: ["heron"] },
      { position: -32, words: ["marsh"] },
    ];
    expect(rounds(new LexicalScorer(lexiconOf(docs, ["heron"])))).toEqual([-16]);
  });

  it("treats a word counted only up to the limit as more common than the count says", () => {
    const standing = (position: number, df: number) => ({
      df,
      positions: Float64Array.of(position),
      tf: Uint8Array.of(1),
      len: Uint32Array.of(9),
    });
    const of = (...dfs: number[]): Lexicon => ({
      memories: 100_000,
      words: 900_000,
      spaceIsActive: true,
      terms: dfs.map((df, at) => standing(-16 * (at + 1), df)),
    });
    expect(rounds(new LexicalScorer(of(4_999, 4_998)))).toEqual([-32, -16]);
    expect(rounds(new LexicalScorer(of(5_000, 4_998)))).toEqual([-32]);
    expect(rounds(new LexicalScorer(of(5_000, 5_000)))).toHaveLength(2);
  });

  it("gives every candidate once, in few rounds", () => {
    const docs = Array.from({ length: 3_000 }, (_, at) => ({
      position: -16 * (at + 1),
      words: ["heron", ...Array.from({ length: at % 60 }, () => "reed")],
    }));
    const all = [...new LexicalScorer(lexiconOf(docs, ["heron"])).rounds(100)];
    expect(all.length).toBeLessThan(7);
    expect(new Set(all.flat()).size).toBe(3_000);
    expect(all.flat()).toHaveLength(3_000);
  });

  it("finds nothing for words that no memory contains", () => {
    const scorer = new LexicalScorer({ terms: [], memories: 0, words: 0, spaceIsActive: true });
    expect(rounds(scorer)).toEqual([]);
    expect(scorer.score(5)).toEqual({ position: 5, own: 0, window: 0, score: 0 });
  });
});
