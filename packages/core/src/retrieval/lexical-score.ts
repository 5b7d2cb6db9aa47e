import { type Lexicon, maxPostings, type TermPostings } from "../substrate/index.js";
import { kthLargest } from "./kth-largest.js";
import { candidatePositions, lend, lends, near } from "./lexical-candidates.js";

/*
 * BM25 over the memory itself and over it with its neighbours. The constants are measured (docs/retrieval.md):
 * all lie in flat regions, on chat turns and on long messages, where windows without these limits would hurt.
 */
const k1 = 1.2;
const windowWeight = 1.5;
/**
 * Up to this many words the length of a text does not matter; a longer one is scored by the share of its words. With the
 * store's average as the limit, long answers would bury the short statements beside them.
 */
const ownWords = 30;
const windowWords = 120;
const reachWeight = near.reduce((sum, weight) => sum + weight, 0);
/** A word in more than this share of memories does not count for neighbours. */
const commonShare = 0.2;
const commonFloor = 50;

export interface LexicalScore {
  position: number;
  own: number;
  window: number;
  score: number;
}

interface ScoredTerm {
  idf: number;
  /** Per candidate: how often the word occurs in it, and in it together with its neighbours. */
  tf: Uint8Array;
  windowTf: Float32Array;
}

/**
 * Scores every candidate with average lengths where the true one is unknown. Once the caller has told the lengths
 * of those it looked up, `score` gives their final scores.
 *
 * Candidates are kept as one sorted array of positions. A posting that lends to its neighbours has all of them in that
 * array, next to it, so a neighbour is an index away.
 */
export class LexicalScorer {
  readonly #positions: Float64Array;
  readonly #lengths: Float64Array;
  /** Words that each lends to a neighbour at distance one. */
  readonly #lent: Float64Array;
  /** Words in each one's window. */
  readonly #windowWords: Float64Array;
  readonly #terms: ScoredTerm[];
  readonly #ideal: number;

  constructor(lexicon: Lexicon) {
    const total = Math.max(lexicon.memories, 1);
    const usual = Math.max(lexicon.words / total, 1);
    const rareEnough = Math.max(total * commonShare, commonFloor);
    const anyRare = lexicon.terms.some((term) => frequency(term, total) <= rareEnough);
    const spreads = (term: TermPostings) => !anyRare || frequency(term, total) <= rareEnough;
    this.#positions = candidatePositions(lexicon.terms.filter(spreads));
    this.#lengths = new Float64Array(this.#positions.length).fill(usual);
    this.#lent = new Float64Array(this.#positions.length).fill(lend(usual) * usual);
    // Outside any session (negative positions) there are no neighbours.
    this.#windowWords = this.#positions.map(
      (position) => usual + (position < 0 ? 0 : 2 * reachWeight * lend(usual) * usual),
    );
    this.#terms = lexicon.terms.map((postings) => {
      const df = frequency(postings, total);
      const idf = Math.log(1 + (total - df + 0.5) / (df + 0.5));
      return this.#place(postings, idf, spreads(postings));
    });
    this.#ideal = Math.max(
      this.#terms.reduce((sum, term) => sum + term.idf * (k1 + 1), 0),
      1e-9,
    );
  }

  /** Positions in rounds, best first, without sorting more than is asked for. Each round is twice the one before. */
  *rounds(size: number): Generator<number[]> {
    const scores = this.#scoreAll();
    let ceiling = Number.POSITIVE_INFINITY;
    for (let left = scores, roundSize = size; left.length > 0; roundSize *= 2) {
      const floor = kthLargest(left.slice(), Math.min(roundSize, left.length));
      const round: number[] = [];
      for (let at = 0; at < scores.length; at++)
        if (scores[at]! >= floor && scores[at]! < ceiling) round.push(at);
      yield round.sort((a, b) => scores[b]! - scores[a]! || b - a).map((at) => this.#positions[at]!);
      left = left.filter((score) => score < floor);
      ceiling = floor;
    }
  }

  /** Every candidate's score as `score` gives it, computed word by word so that arrays are read in order. */
  #scoreAll(): Float64Array {
    const size = this.#positions.length;
    const scores = new Float64Array(size);
    const ownNorms = new Float64Array(size);
    const windowNorms = new Float64Array(size);
    for (let at = 0; at < size; at++) {
      ownNorms[at] = this.#ownNorm(at);
      windowNorms[at] = this.#windowNorm(at);
    }
    for (const { idf, tf, windowTf } of this.#terms) {
      for (let at = 0; at < size; at++) {
        const around = windowTf[at]!;
        if (around === 0) continue;
        scores[at]! +=
          saturated(idf, tf[at]!, ownNorms[at]!) + windowWeight * saturated(idf, around, windowNorms[at]!);
      }
    }
    return scores;
  }

  /** Sets the true lengths of memories, which also corrects the windows that contain them. */
  learnLengths(lengths: Iterable<[position: number, length: number]>): void {
    for (const [position, length] of lengths) {
      const at = this.#find(position);
      if (at >= 0) this.#setLength(at, length);
    }
  }

  score(position: number): LexicalScore {
    const at = this.#find(position);
    if (at < 0) return { position, own: 0, window: 0, score: 0 };
    const own = this.#own(at) / this.#ideal;
    const window = this.#window(at) / this.#ideal;
    return { position, own, window, score: own + windowWeight * window };
  }

  #own(at: number): number {
    const norm = this.#ownNorm(at);
    return this.#terms.reduce((sum, { idf, tf }) => sum + saturated(idf, tf[at]!, norm), 0);
  }

  #window(at: number): number {
    const norm = this.#windowNorm(at);
    return this.#terms.reduce((sum, { idf, windowTf }) => sum + saturated(idf, windowTf[at]!, norm), 0);
  }

  #ownNorm(at: number): number {
    return k1 * Math.max(1, this.#lengths[at]! / ownWords);
  }

  #windowNorm(at: number): number {
    return k1 * Math.max(1, this.#windowWords[at]! / windowWords);
  }

  /** A length also counts in the windows around it. */
  #setLength(at: number, length: number): void {
    const positions = this.#positions;
    const words = this.#windowWords;
    words[at]! += length - this.#lengths[at]!;
    this.#lengths[at] = length;
    const more = lend(length) * length - this.#lent[at]!;
    const position = positions[at]!;
    if (more === 0 || position < 0) return;
    this.#lent[at]! += more;
    for (let beside = at - 1; beside >= 0 && position - positions[beside]! <= near.length; beside--) {
      words[beside]! += near[position - positions[beside]! - 1]! * more;
    }
    for (
      let beside = at + 1;
      beside < positions.length && positions[beside]! - position <= near.length;
      beside++
    ) {
      words[beside]! += near[positions[beside]! - position - 1]! * more;
    }
  }

  /** Counts one word's postings into the candidates. */
  #place(postings: TermPostings, idf: number, spreads: boolean): ScoredTerm {
    const tf = new Uint8Array(this.#positions.length);
    const windowTf = new Float32Array(this.#positions.length);
    let last = this.#positions.length - 1;
    for (let i = 0; i < postings.positions.length; i++) {
      const at = this.#find(postings.positions[i]!, last);
      if (at < 0) continue;
      last = at;
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

  /** The index of a position among the candidates, searched downwards from `from`, because postings descend. */
  #find(position: number, from = this.#positions.length - 1): number {
    const positions = this.#positions;
    let high = positions[from]! < position ? positions.length - 1 : from;
    let low = Math.max(high, 0);
    for (let step = 1; low > 0 && positions[low]! > position; step *= 2) {
      high = low;
      low = Math.max(0, low - step);
    }
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = positions[middle]!;
      if (found === position) return middle;
      if (found < position) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

/** How many memories contain a word. If counting stopped at the limit, estimated between that and all memories. */
const frequency = ({ df }: TermPostings, total: number): number =>
  Math.min(total, df < maxPostings ? df : Math.sqrt(df * total));

/** What a word that occurs `tf` times adds to the score; each further occurrence adds less. */
const saturated = (idf: number, tf: number, norm: number): number => (idf * tf * (k1 + 1)) / (tf + norm);
