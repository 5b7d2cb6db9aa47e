import type { Lexicon, TermPostings } from "./postings.js";

/*
 * BM25 over the memory itself and over it with its neighbours. The constants are measured (docs/retrieval.md):
 * all lie in flat regions, found on chat turns and on long messages, where windows alone would hurt.
 */
const k1 = 1.2;
const windowWeight = 1.5;
/**
 * Up to this many words a text is neither punished for its length nor rewarded for being shorter; from there on it
 * counts by the share of its words. A store's average would let long answers bury short statements beside them.
 */
const ownWords = 30;
const windowWords = 120;
/** How much of a neighbour's words count, by distance. */
const near = [1, 1, 0.5, 0.5];
const reachWeight = near.reduce((sum, weight) => sum + weight, 0);
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
  /** Per candidate: how often the word stands in it, and in it with its neighbours. */
  tf: Float32Array;
  windowTf: Float32Array;
}

/**
 * Scores every candidate with average lengths where the true one is unknown. Once the caller has told the lengths
 * of those it looked up, `score` gives their final scores.
 *
 * Candidates are kept as one sorted array of slots. A posting that lends to its neighbours has all of them in that
 * array, next to it, so a neighbour is an index away.
 */
export class LexicalScorer {
  readonly #slots: Float64Array;
  readonly #lengths: Float64Array;
  /** Words that each lends to a neighbour at distance one. */
  readonly #lent: Float64Array;
  readonly #terms: ScoredTerm[];
  readonly #averageLength: number;
  readonly #ideal: number;

  constructor(lexicon: Lexicon) {
    const total = Math.max(lexicon.memories, 1);
    this.#averageLength = Math.max(lexicon.words / total, 1);
    const rareEnough = Math.max(total * commonShare, commonFloor);
    const anyRare = lexicon.terms.some((term) => term.df <= rareEnough);
    const spreads = (term: TermPostings) => !anyRare || term.df <= rareEnough;
    this.#slots = candidateSlots(lexicon.terms.filter(spreads));
    this.#lengths = new Float64Array(this.#slots.length).fill(this.#averageLength);
    this.#lent = new Float64Array(this.#slots.length).fill(lend(this.#averageLength) * this.#averageLength);
    this.#terms = lexicon.terms.map((postings) => {
      const df = Math.min(postings.df, total);
      const idf = Math.log(1 + (total - df + 0.5) / (df + 0.5));
      return this.#place(postings, idf, spreads(postings));
    });
    this.#ideal = Math.max(
      this.#terms.reduce((sum, term) => sum + term.idf * (k1 + 1), 0),
      1e-9,
    );
  }

  /** Slots in rounds, best first, without sorting more than is asked for. */
  *rounds(size: number): Generator<number[]> {
    const scores = new Float64Array(this.#slots.length);
    for (let at = 0; at < scores.length; at++) scores[at] = this.#own(at) + windowWeight * this.#window(at);
    const sorted = scores.slice().sort();
    let ceiling = Number.POSITIVE_INFINITY;
    for (let left = sorted.length; left > 0; ) {
      const floor = sorted[Math.max(0, left - size)]!;
      const round: number[] = [];
      for (let at = 0; at < scores.length; at++)
        if (scores[at]! >= floor && scores[at]! < ceiling) round.push(at);
      yield round.sort((a, b) => scores[b]! - scores[a]! || b - a).map((at) => this.#slots[at]!);
      left -= round.length;
      ceiling = floor;
    }
  }

  /** Tells the true lengths of memories, which also corrects the windows that they stand in. */
  learnLengths(lengths: Iterable<[slot: number, length: number]>): void {
    for (const [slot, length] of lengths) {
      const at = this.#find(slot);
      if (at >= 0) this.#setLength(at, length);
    }
  }

  score(slot: number): LexicalScore {
    const at = this.#find(slot);
    if (at < 0) return { slot, own: 0, window: 0, score: 0 };
    const own = this.#own(at) / this.#ideal;
    const window = this.#window(at) / this.#ideal;
    return { slot, own, window, score: own + windowWeight * window };
  }

  #own(at: number): number {
    const norm = k1 * Math.max(1, this.#lengths[at]! / ownWords);
    let sum = 0;
    for (const { idf, tf } of this.#terms) {
      const here = tf[at]!;
      if (here > 0) sum += (idf * here * (k1 + 1)) / (here + norm);
    }
    return sum;
  }

  #window(at: number): number {
    const norm = k1 * Math.max(1, this.#windowLength(at) / windowWords);
    let sum = 0;
    for (const { idf, windowTf } of this.#terms) {
      const around = windowTf[at]!;
      if (around > 0) sum += (idf * around * (k1 + 1)) / (around + norm);
    }
    return sum;
  }

  /** Words in the window; neighbours that nothing is known of are of average length. */
  #windowLength(at: number): number {
    const slots = this.#slots;
    const lent = this.#lent;
    const slot = slots[at]!;
    if (slot < 0) return this.#lengths[at]!;
    const usual = lend(this.#averageLength) * this.#averageLength;
    let words = this.#lengths[at]! + 2 * reachWeight * usual;
    for (let beside = at - 1; beside >= 0 && slot - slots[beside]! <= near.length; beside--) {
      words += near[slot - slots[beside]! - 1]! * (lent[beside]! - usual);
    }
    for (let beside = at + 1; beside < slots.length && slots[beside]! - slot <= near.length; beside++) {
      words += near[slots[beside]! - slot - 1]! * (lent[beside]! - usual);
    }
    return words;
  }

  #setLength(at: number, length: number): void {
    this.#lengths[at] = length;
    this.#lent[at] = lend(length) * length;
  }

  /** Counts one word's postings into the candidates. Outside any session (negative slots) there are no neighbours. */
  #place(postings: TermPostings, idf: number, spreads: boolean): ScoredTerm {
    const tf = new Float32Array(this.#slots.length);
    const windowTf = new Float32Array(this.#slots.length);
    for (let i = 0; i < postings.slots.length; i++) {
      const slot = postings.slots[i]!;
      const at = this.#find(slot);
      if (at < 0) continue;
      const times = postings.tf[i]!;
      tf[at] = times;
      windowTf[at]! += times;
      this.#setLength(at, postings.len[i]!);
      const share = spreads ? lends(postings, i) : 0;
      if (share === 0) continue;
      for (let d = 1; d <= near.length; d++) {
        windowTf[at - d]! += near[d - 1]! * share * times;
        windowTf[at + d]! += near[d - 1]! * share * times;
      }
    }
    return { idf, tf, windowTf };
  }

  #find(slot: number): number {
    const slots = this.#slots;
    let low = 0;
    let high = slots.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = slots[middle]!;
      if (found === slot) return middle;
      if (found < slot) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

/** What share of its words a posting's memory lends to its neighbours; a guarded one lends to nobody. */
const lends = (postings: TermPostings, i: number): number =>
  postings.guarded[i] || postings.slots[i]! < 0 ? 0 : lend(postings.len[i]!);

/** The slots of these postings and of the neighbours they lend to, in order, each once. */
function candidateSlots(terms: TermPostings[]): Float64Array {
  const size = terms.reduce((sum, term) => sum + term.slots.length, 0);
  const lone = new Float64Array(size);
  const lending = new Float64Array(size);
  let [lones, lendings] = [0, 0];
  for (const term of terms) {
    for (let i = 0; i < term.slots.length; i++) {
      if (lends(term, i) > 0) lending[lendings++] = term.slots[i]!;
      else lone[lones++] = term.slots[i]!;
    }
  }
  const reach = near.length;
  const spread = new Float64Array(lendings * (2 * reach + 1) + lones);
  let n = 0;
  for (const slot of lending.subarray(0, lendings).sort()) {
    for (
      let at = Math.max(slot - reach, n > 0 ? spread[n - 1]! + 1 : slot - reach);
      at <= slot + reach;
      at++
    ) {
      spread[n++] = at;
    }
  }
  if (lones === 0) return spread.subarray(0, n);
  spread.set(lone.subarray(0, lones), n);
  const sorted = spread.subarray(0, n + lones).sort();
  let unique = 0;
  for (const slot of sorted) if (unique === 0 || sorted[unique - 1] !== slot) sorted[unique++] = slot;
  return sorted.subarray(0, unique);
}
