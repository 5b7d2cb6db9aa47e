import { analyse } from "./analyse.js";

export interface Bm25Options {
  readonly k1?: number;
  readonly b?: number;
}

export interface Ranked {
  readonly index: number;
  readonly score: number;
}

/**
 * Plain Okapi BM25, the floor that the product is measured against. It shares no code with the product, so that
 * a mistake in one cannot hide in the other.
 */
export class Bm25 {
  readonly #postings = new Map<string, Map<number, number>>();
  readonly #lengths: number[];
  readonly #meanLength: number;
  readonly #k1: number;
  readonly #b: number;

  constructor(texts: readonly string[], { k1 = 1.2, b = 0.75 }: Bm25Options = {}) {
    this.#k1 = k1;
    this.#b = b;
    this.#lengths = texts.map((text, index) => {
      const terms = analyse(text);
      for (const term of terms) {
        const posting = this.#postings.get(term) ?? new Map<number, number>();
        posting.set(index, (posting.get(index) ?? 0) + 1);
        this.#postings.set(term, posting);
      }
      return terms.length;
    });
    this.#meanLength = this.#lengths.reduce((sum, n) => sum + n, 0) / Math.max(1, texts.length) || 1;
  }

  /** The best `limit` texts, best first; equal scores in the order of the texts. */
  search(query: string, limit: number): Ranked[] {
    const count = this.#lengths.length;
    const scores = new Map<number, number>();
    for (const term of new Set(analyse(query))) {
      const posting = this.#postings.get(term);
      if (!posting) continue;
      const idf = Math.log(1 + (count - posting.size + 0.5) / (posting.size + 0.5));
      for (const [index, tf] of posting) {
        const norm = this.#k1 * (1 - this.#b + (this.#b * this.#lengths[index]!) / this.#meanLength);
        scores.set(index, (scores.get(index) ?? 0) + (idf * tf * (this.#k1 + 1)) / (tf + norm));
      }
    }
    return [...scores]
      .map(([index, score]) => ({ index, score }))
      .sort((x, y) => y.score - x.score || x.index - y.index)
      .slice(0, limit);
  }
}
