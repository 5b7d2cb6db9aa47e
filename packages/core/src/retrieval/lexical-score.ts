import type { Lexicon, TermPostings } from "./postings.js";

/*
 * BM25 over the memory itself and over it with its neighbours. The constants are measured (docs/retrieval.md):
 * all lie in flat regions, found on chat turns and on long messages, where windows alone would hurt.
 */
const k1 = 1.2;
const ownB = 0.3;
const windowB = 0.5;
const windowWeight = 1.5;
/** How much of a neighbour's words count, by distance. */
const near = [1, 1, 0.5, 0.5];
/** A short memory lends its words to its neighbours, a long one is its own context and lends none. */
const lend = (len: number): number => (len <= 40 ? 1 : len >= 160 ? 0 : (160 - len) / 120);
/** A word in more than this share of memories brings no neighbours in. */
const commonShare = 0.2;
const commonFloor = 50;

export interface LexicalScore {
  slot: number;
  own: number;
  window: number;
  score: number;
}

interface ScoredTerm {
  idf: number;
  own: Map<number, { tf: number; len: number }>;
  windowTf: Map<number, number>;
}

/** Scores candidates twice: all of them with average lengths, then `refine` those whose true lengths are known. */
export class LexicalScorer {
  readonly #terms: ScoredTerm[];
  readonly #averageLength: number;
  readonly #ideal: number;
  readonly #lengths = new Map<number, number>();

  constructor(lexicon: Lexicon) {
    const total = Math.max(lexicon.memories, 1);
    this.#averageLength = Math.max(lexicon.words / total, 1);
    const rareEnough = Math.max(total * commonShare, commonFloor);
    const anyRare = lexicon.terms.some((term) => term.df <= rareEnough);
    this.#terms = lexicon.terms.map((postings) => {
      const df = Math.min(postings.df, total);
      const idf = Math.log(1 + (total - df + 0.5) / (df + 0.5));
      return scoredTerm(postings, idf, !anyRare || postings.df <= rareEnough);
    });
    this.#ideal = Math.max(
      this.#terms.reduce((sum, term) => sum + term.idf * (k1 + 1), 0),
      1e-9,
    );
    for (const term of this.#terms) for (const [slot, { len }] of term.own) this.#lengths.set(slot, len);
  }

  /** Every slot that some rare word leads to, best first. */
  candidates(): LexicalScore[] {
    const slots = new Set<number>();
    for (const term of this.#terms) for (const slot of term.windowTf.keys()) slots.add(slot);
    const scored: LexicalScore[] = [];
    for (const slot of slots) scored.push(this.score(slot));
    return scored.sort((a, b) => b.score - a.score || b.slot - a.slot);
  }

  /** Tells the true lengths of memories, which also corrects the windows that they stand in. */
  learnLengths(lengths: Iterable<[slot: number, length: number]>): void {
    for (const [slot, length] of lengths) this.#lengths.set(slot, length);
  }

  score(slot: number): LexicalScore {
    let own = 0;
    let window = 0;
    let windowNorm: number | undefined;
    for (const term of this.#terms) {
      const here = term.own.get(slot);
      if (here)
        own +=
          (term.idf * here.tf * (k1 + 1)) /
          (here.tf + k1 * (1 - ownB + (ownB * here.len) / this.#averageLength));
      const tf = term.windowTf.get(slot) ?? here?.tf;
      if (tf) {
        windowNorm ??= this.#windowNorm(slot);
        window += (term.idf * tf * (k1 + 1)) / (tf + k1 * windowNorm);
      }
    }
    own /= this.#ideal;
    window /= this.#ideal;
    return { slot, own, window, score: own + windowWeight * window };
  }

  #windowNorm(slot: number): number {
    const average = this.#averageLength;
    const length = (at: number) => this.#lengths.get(at) ?? average;
    let words = length(slot);
    let usual = average;
    if (slot > 0) {
      for (let d = 1; d <= near.length; d++) {
        for (const neighbour of [slot - d, slot + d]) {
          const len = length(neighbour);
          words += near[d - 1]! * lend(len) * len;
          usual += near[d - 1]! * lend(average) * average;
        }
      }
    }
    return 1 - windowB + (windowB * words) / usual;
  }
}

/** Memories outside any session have negative slots and no neighbours. Guarded ones lend to nobody. */
function scoredTerm(postings: TermPostings, idf: number, spreads: boolean): ScoredTerm {
  const own = new Map<number, { tf: number; len: number }>();
  const windowTf = new Map<number, number>();
  const add = (slot: number, tf: number) => windowTf.set(slot, (windowTf.get(slot) ?? 0) + tf);
  for (let i = 0; i < postings.slots.length; i++) {
    const slot = postings.slots[i]!;
    const tf = postings.tf[i]!;
    const len = postings.len[i]!;
    own.set(slot, { tf, len });
    if (!spreads) continue;
    add(slot, tf);
    const share = postings.guarded[i] || slot < 0 ? 0 : lend(len);
    if (share === 0) continue;
    for (let d = 1; d <= near.length; d++) {
      const lent = near[d - 1]! * share * tf;
      add(slot - d, lent);
      add(slot + d, lent);
    }
  }
  return { idf, own, windowTf };
}
