import { type Cues, type Lexicon, longestTurn, runs, unknownRun } from "../../substrate/index.js";
import { candidatePositions, lends, nearTurns } from "./candidates.js";
import { findPosition } from "./find-position.js";
import { kthLargest } from "./kth-largest.js";
import { isTopic, type PlacedTerm, weightOf } from "./placed-term.js";
import { idealOf, type WeighedTerm, weighTerms } from "./terms.js";
import {
  answerNorm,
  answerWeight,
  lend,
  maxOwnBefore,
  ownNorm,
  questionShare,
  saturated,
  windowNorm,
  windowWeight,
} from "./weights.js";
import { windowOf } from "./window.js";

/** How well words match: those of the memory, of it with its neighbours, and of the questions that it answers. */
export interface LexicalScore {
  own: number;
  window: number;
  answer: number;
}
export const noMatch: LexicalScore = { own: 0, window: 0, answer: 0 };

/**
 * Scores all candidates roughly, with windows counted in turns; then exactly those whose rows the caller has looked up
 * and told with `learn`.
 *
 * Candidates are kept as one sorted array of positions. A posting that lends to its neighbours has all of them in that
 * array, next to it, so a neighbour is an index away.
 */
export class LexicalScorer {
  readonly #positions: Float64Array;
  readonly #lengths: Float64Array;
  readonly #runs: Uint16Array;
  readonly #terms: PlacedTerm[];
  readonly #ideal: number;
  /** The score of a perfect match of the words that are no names. */
  #unnamedIdeal: number;
  /** The query is about something: what has nothing of that, only a name or words that frame a question, is no answer. */
  #hasTopic: boolean;
  readonly #usual: number;

  constructor(lexicon: Lexicon) {
    const terms = weighTerms(lexicon);
    this.#usual = Math.max(lexicon.words / Math.max(lexicon.memories, 1), 1);
    this.#positions = candidatePositions(terms.filter(({ spreads }) => spreads).map((t) => t.postings));
    this.#lengths = new Float64Array(this.#positions.length).fill(this.#usual);
    this.#runs = new Uint16Array(this.#positions.length).fill(unknownRun);
    this.#terms = terms.map((term) => this.#place(term));
    this.#ideal = idealOf(terms);
    this.#unnamedIdeal = this.#ideal;
    this.#hasTopic = this.#terms.some(isTopic);
  }

  /**
   * Positions in rounds, best first, without sorting more than is asked for. Each round is twice the one before, less
   * those that are known to be no answers by then.
   */
  *rounds(size: number): Generator<number[]> {
    const scores = this.#scoreAll();
    let ceiling = Number.POSITIVE_INFINITY;
    for (let left = scores, roundSize = size; left.length > 0; roundSize *= 2) {
      const floor = kthLargest(left.slice(), Math.min(roundSize, left.length));
      const round: number[] = [];
      for (let at = 0; at < scores.length; at++)
        if (scores[at]! >= floor && scores[at]! < ceiling && !this.#lacksTopic(at)) round.push(at);
      yield round.sort((a, b) => scores[b]! - scores[a]! || b - a).map((at) => this.#positions[at]!);
      left = left.filter((score) => score < floor);
      ceiling = floor;
    }
  }

  /** Every candidate's rough score, computed word by word so that arrays are read in order. */
  #scoreAll(): Float64Array {
    const size = this.#positions.length;
    const scores = new Float64Array(size);
    const ownNorms = this.#lengths.map(ownNorm);
    const windowNorms = this.#windowNorms();
    for (const { idf, tf, around, before } of this.#terms) {
      for (let at = 0; at < size; at++) {
        const near = around[at]!;
        if (near === 0) continue;
        scores[at]! +=
          saturated(idf, tf[at]!, ownNorms[at]!) + windowWeight * saturated(idf, near, windowNorms[at]!);
        if (before && before[at]! > 0) scores[at]! += answerWeight * saturated(idf, before[at]!, answerNorm);
      }
    }
    return scores;
  }

  /** By the words of each one's neighbours in turns, as far as their lengths are known. */
  #windowNorms(): Float64Array {
    const [positions, lengths, size] = [this.#positions, this.#lengths, this.#positions.length];
    const norms = new Float64Array(size);
    const lent = lengths.map((words) => lend(words) * words);
    const usual = lend(this.#usual) * this.#usual;
    for (let at = 0; at < size; at++) {
      let words = lengths[at]!;
      if (positions[at]! >= 0) {
        for (let d = 1; d <= nearTurns.length; d++) {
          const before = at >= d && positions[at - d] === positions[at]! - d ? lent[at - d]! : usual;
          const after = at + d < size && positions[at + d] === positions[at]! + d ? lent[at + d]! : usual;
          words += nearTurns[d - 1]! * (before + after);
        }
      }
      norms[at] = windowNorm(words);
    }
    return norms;
  }

  /** Sets the true lengths and places of memories. */
  learn(rows: Iterable<{ position: number; words: number; run: number }>): void {
    for (const { position, words, run } of rows) {
      const at = this.#find(position);
      if (at < 0) continue;
      this.#lengths[at] = words;
      this.#runs[at] = run;
    }
  }

  /** Tells which of the query's words are names of speakers. */
  learnNames(names: ReadonlySet<string>): void {
    for (const term of this.#terms) term.isName = term.spelt.some((word) => names.has(word));
    this.#unnamedIdeal = idealOf(this.#terms.filter(({ isName }) => !isName));
    this.#hasTopic = this.#terms.some(isTopic);
  }

  /** Its words match, or its neighbours' do. */
  isCandidate(position: number): boolean {
    return this.#find(position) >= 0;
  }

  /** It is a candidate for a name alone, or for words that frame a question, although the query is about something. */
  lacksTopic(position: number): boolean {
    const at = this.#find(position);
    return at >= 0 && this.#lacksTopic(at);
  }

  #lacksTopic(at: number): boolean {
    return this.#hasTopic && !this.#terms.some((term) => this.#isAbout(term, at) && term.around[at]! > 0);
  }

  /** Outside a session nobody's name stands with all that they said: who is named in a note is what it is about. */
  #isAbout(term: PlacedTerm, at: number): boolean {
    return isTopic(term) || (term.isName && this.#positions[at]! < 0);
  }

  /** The exact score, as shares of a perfect match. */
  score(position: number, cues: Cues): LexicalScore {
    const at = this.#find(position);
    if (at < 0) return noMatch;
    const norm = ownNorm(this.#lengths[at]!);
    const own = this.#terms.reduce((sum, term) => sum + saturated(weightOf(term), term.tf[at]!, norm), 0);
    const { tfs, words } = windowOf(
      { positions: this.#positions, lengths: this.#lengths, usual: this.#usual, between: this.#between },
      this.#terms,
      at,
    );
    if (this.#hasTopic && !this.#terms.some((term, t) => this.#isAbout(term, at) && tfs[t]! > 0))
      return noMatch;
    const around = windowNorm(words);
    const window = this.#terms.reduce((sum, term, t) => sum + saturated(weightOf(term), tfs[t]!, around), 0);
    return {
      own: own / this.#ideal,
      window: (windowWeight * window) / this.#ideal,
      answer: answerWeight * this.#answer(at, cues),
    };
  }

  /** How well the questions match that stand just before its speaker's turns. Whom they name tells nothing. */
  #answer(at: number, { others, ownBefore, withAgent }: Cues): number {
    if (others === 0 || ownBefore > maxOwnBefore || withAgent) return 0;
    const position = this.#positions[at]!;
    const asking: [at: number, share: number][] = [];
    for (let place = 0; place < others; place++) {
      const asked = this.#find(position - 1 - ownBefore - place, at);
      if (asked >= 0) asking.push([asked, questionShare(place, ownBefore)]);
    }
    let sum = 0;
    for (const { idf, asked, isName } of this.#terms) {
      if (asked === undefined || isName) continue;
      const tf = asking.reduce((total, [question, share]) => total + share * asked[question]!, 0);
      if (tf > 0) sum += saturated(idf, tf, answerNorm);
    }
    return sum / this.#unnamedIdeal;
  }

  /** How many words stand between two candidates of a session; undefined where nobody counted. */
  readonly #between = (one: number, other: number): number | undefined => {
    const first = Math.min(one, other);
    const [start, end] = [this.#runs[first]!, this.#runs[Math.max(one, other)]!];
    if (start === unknownRun || end === unknownRun) return undefined;
    const words = (end - start - Math.min(this.#lengths[first]!, longestTurn) + 2 * runs) % runs;
    // An edit may have made the first one longer than it was when they were counted.
    return words > runs / 2 ? 0 : words;
  };

  /** Counts one word's postings into the candidates. */
  #place({ postings, idf, frames, spreads }: WeighedTerm): PlacedTerm {
    const size = this.#positions.length;
    const tf = new Uint8Array(size);
    const around = new Float32Array(size);
    const isAsked = postings.asked.some((times) => times > 0);
    const asked = isAsked ? new Uint8Array(size) : undefined;
    const before = isAsked ? new Float32Array(size) : undefined;
    let last = size - 1;
    for (let i = 0; i < postings.positions.length; i++) {
      const at = this.#find(postings.positions[i]!, last);
      if (at < 0) continue;
      last = at;
      const times = postings.tf[i]!;
      tf[at] = times;
      around[at]! += times;
      this.#lengths[at] = postings.len[i]!;
      this.#runs[at] = postings.run[i]!;
      const share = spreads ? lends(postings, i) : 0;
      if (share > 0) this.#lendAround(around, at, share * times);
      if (asked && before && postings.asked[i]! > 0) {
        asked[at] = postings.asked[i]!;
        if (spreads && share > 0) this.#askBefore(before, at, postings.asked[i]!);
      }
    }
    return { idf, spelt: postings.spelt, isName: false, frames, spreads, tf, asked, around, before };
  }

  #lendAround(around: Float32Array, at: number, tf: number): void {
    for (let d = 1; d <= nearTurns.length; d++) {
      around[at - d]! += nearTurns[d - 1]! * tf;
      around[at + d]! += nearTurns[d - 1]! * tf;
    }
  }

  /** Roughly: the next turn answers it, or the one after. */
  #askBefore(before: Float32Array, at: number, asked: number): void {
    before[at + 1]! += asked;
    before[at + 2]! += asked / 2;
  }

  #find(position: number, from?: number): number {
    return findPosition(this.#positions, position, from);
  }
}
