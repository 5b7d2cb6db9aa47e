import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Cues,
  emptyPostings,
  type Lexicon,
  readCues,
  type TermPostings,
} from "../../substrate/index.js";
import { LexicalScorer } from "./lexical-score.js";
import { plainScore, type Turn } from "./testing/plain-score.js";

const base = 1_048_576;
const alone: Cues = readCues(3 << 14);

const postingsOf = (word: string, turns: Turn[]): TermPostings => {
  const hits = turns.filter((turn) => turn.words.includes(word)).sort((a, b) => b.position - a.position);
  const postings = emptyPostings([word], hits.length);
  hits.forEach((turn, i) => {
    const count = (words: string[]) => words.filter((w) => w === word).length;
    postings.positions[i] = turn.position;
    postings.tf[i] = count(turn.words);
    postings.asked[i] = Math.min(3, count(turn.asked ?? []));
    postings.len[i] = turn.words.length;
    postings.run[i] = turn.run ?? 32_767;
  });
  return postings;
};

/** The lexicon that the database would give for these memories and query words. */
const lexiconOf = (turns: Turn[], query: string[]): Lexicon => ({
  memories: turns.length,
  spaceIsActive: true,
  words: turns.reduce((sum, turn) => sum + turn.words.length, 0),
  terms: [...new Set(query)].map((word) => postingsOf(word, turns)),
});

const rounds = (scorer: LexicalScorer) => [...scorer.rounds(3)].flat();
const found = (turns: Turn[], query: string[]) => rounds(new LexicalScorer(lexiconOf(turns, query)));

/** Turns of one session, with the words before each. */
function session(all: string[][], asked: string[][] = []): Turn[] {
  let run = 0;
  return all.map((words, i) => {
    const turn = { position: base + 1 + i, words, asked: asked[i] ?? [], run };
    run += Math.min(words.length, 200);
    return turn;
  });
}

describe("lexical score", () => {
  it("equals the plain formula on any small session, once its memories are known", () => {
    const word = fc.constantFrom("ant", "bee", "cat", "dog", "elk");
    // Each turn has one of the query's words, so that each is a candidate and its length is known.
    const turn = fc
      .tuple(fc.constantFrom("ant", "bee"), fc.array(word, { maxLength: 90, size: "max" }))
      .map(([first, rest]) => [first, ...rest]);
    fc.assert(
      fc.property(fc.array(turn, { minLength: 20, maxLength: 30 }), (all) => {
        const turns = session(all);
        const query = ["ant", "bee", "nowhere"];
        const scorer = new LexicalScorer(lexiconOf(turns, query));
        // Nobody knows that the session ends with the last one.
        for (const { position } of turns.slice(0, -16)) {
          const expected = plainScore(turns, query, position);
          const { own, window } = scorer.score(position, alone);
          expect(own).toBeCloseTo(expected.own, 5);
          expect(window).toBeCloseTo(expected.window, 5);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("gives every candidate once, roughly best first, in few rounds", () => {
    const turns = Array.from({ length: 3_000 }, (_, at) => ({
      position: -16 * (at + 1),
      words: ["heron", ...Array.from({ length: at % 60 }, () => "reed")],
    }));
    const all = [...new LexicalScorer(lexiconOf(turns, ["heron"])).rounds(100)];
    expect(all.length).toBeLessThan(7);
    expect(new Set(all.flat()).size).toBe(3_000);
    expect(all.flat()).toHaveLength(3_000);
    const lengths = all.flat().map((position) => turns[-position / 16 - 1]!.words.length);
    expect(Math.max(...lengths.slice(0, 1_000))).toBeLessThanOrEqual(45);
  });

  it("finds a memory by its neighbour's words", () => {
    const turns = session([["where", "heron"], ["marsh"]]);
    expect(found(turns, ["heron"])).toContain(base + 2);
  });

  it("finds an answer by the words of the question, of the other speaker, and not by names", () => {
    const turns = session([["heron", "ann"], ["marsh"], ["reed"]], [["heron", "ann"]]);
    const scorer = new LexicalScorer(lexiconOf(turns, ["heron", "ann"]));
    const answering = (ownBefore: number) => ({ ...alone, others: 1, lastQuestion: 0, ownBefore });
    const first = scorer.score(base + 2, answering(0)).answer;
    const second = scorer.score(base + 3, answering(1)).answer;
    expect(first).toBeGreaterThan(second);
    expect(second).toBeGreaterThan(0);
    expect(scorer.score(base + 2, alone).answer).toBe(0);
    expect(scorer.score(base + 2, { ...answering(0), withAgent: true }).answer).toBe(0);
    const named = scorer.score(base + 1, alone).own;
    scorer.learnNames(new Set(["heron", "ann"]));
    expect(scorer.score(base + 2, answering(0)).answer).toBe(0);
    expect(scorer.score(base + 1, alone).own).toBeCloseTo(named / 2, 6);
  });

  it("takes what only has a name or a word that frames a question for no answer, unless nothing else is asked", () => {
    const turns = session([
      ["ann", "heron"],
      ...Array.from({ length: 20 }, () => ["reed"]),
      ["ann", "marsh", "tell"],
    ]);
    const own = (...query: string[]) => {
      const scorer = new LexicalScorer(lexiconOf(turns, query));
      scorer.learnNames(new Set(["ann"]));
      return scorer.score(base + 22, alone).own;
    };
    expect(own("ann", "heron")).toBe(0);
    expect(own("ann", "qwertyfnord")).toBe(0);
    expect(own("tell", "qwertyfnord")).toBe(0);
    expect(own("ann", "said")).toBeGreaterThan(0);
    expect(own("ann", "marsh")).toBeGreaterThan(0);
  });

  it("goes on past turns that have only a name, once it is known to be one", () => {
    const turn = (position: number, ...words: string[]) => ({ position, words });
    // Each in a session of its own.
    const at = (n: number) => base * (n + 1) + 1;
    const turns = [
      ...Array.from({ length: 12 }, (_, n) => turn(at(n), "ann", "reed")),
      ...Array.from({ length: 20 }, (_, n) => turn(at(n + 12), "heron", "reed")),
    ];
    const scorer = new LexicalScorer(lexiconOf(turns, ["ann", "heron"]));
    const all = scorer.rounds(3);
    // All that have only the name are alike, and so come together.
    expect(all.next().value).toContain(at(0));
    expect(scorer.lacksTopic(at(0))).toBe(false);
    scorer.learnNames(new Set(["ann"]));
    expect([scorer.lacksTopic(at(0)), scorer.lacksTopic(at(12))]).toEqual([true, false]);
    expect([...all].flat().some((position) => scorer.lacksTopic(position))).toBe(false);
  });

  it("takes who is named in a note outside a session for what it is about", () => {
    const turns = [{ position: -16, words: ["ann", "french"] }];
    const scorer = new LexicalScorer(lexiconOf(turns, ["ann", "parser"]));
    scorer.learnNames(new Set(["ann"]));
    expect(scorer.score(-16, alone).own).toBeGreaterThan(0);
  });

  it("ends a window at a long turn", () => {
    const long = Array.from({ length: 150 }, (_, i) => `w${i}`);
    const window = (between: string[]) =>
      new LexicalScorer(
        lexiconOf(session([["heron"], between, ["heron", "marsh"]]), ["heron", "marsh"]),
      ).score(base + 3, alone).window;
    expect(window(["reed"])).toBeGreaterThan(window(long));
  });

  it("does not let a long message lend its words to neighbours", () => {
    const turns = session([["heron", ...Array.from({ length: 200 }, (_, i) => `w${i}`)], ["marsh"]]);
    expect(found(turns, ["heron"])).toEqual([base + 1]);
  });

  it("gives memories outside any session no neighbours", () => {
    const turns = [
      { position: -16, words: ["heron"] },
      { position: -32, words: ["marsh"] },
    ];
    expect(found(turns, ["heron"])).toEqual([-16]);
  });

  it("counts windows in turns where nobody counted the words before a memory", () => {
    const turns = session([["heron"], ["marsh"]]).map(({ run: _, ...turn }) => turn);
    const scorer = new LexicalScorer(lexiconOf(turns, ["heron"]));
    expect(scorer.score(base + 2, alone).window).toBeGreaterThan(0);
  });

  it("counts a word that stands nowhere against a match, and one that only frames a question less", () => {
    const turns = session([["heron"], ["marsh"]]);
    const own = (...query: string[]) => new LexicalScorer(lexiconOf(turns, query)).score(base + 1, alone).own;
    expect(own("heron", "qwertyfnord")).toBeLessThan(own("heron", "mention"));
    expect(own("heron", "mention")).toBeLessThan(own("heron"));
  });

  it("treats a word counted only up to the limit as more common than the count says", () => {
    const standing = (position: number, df: number): TermPostings => {
      const postings = emptyPostings([], 1, df);
      [postings.positions[0], postings.tf[0], postings.len[0]] = [position, 1, 9];
      return postings;
    };
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

  it("finds nothing for words that no memory contains", () => {
    const scorer = new LexicalScorer({ terms: [], memories: 0, words: 0, spaceIsActive: true });
    expect(rounds(scorer)).toEqual([]);
    expect(scorer.score(5, alone)).toEqual({ own: 0, window: 0, answer: 0 });
  });
});
