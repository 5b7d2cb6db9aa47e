import { WORD } from "./classes.js";
import { inRanges, type Range } from "./syntax.js";

/** Characters in classes: all of a class are in the same of the given ranges. */
export class Characters {
  readonly #bounds: number[];
  readonly #ascii: Uint16Array;
  /** 1 for each class of letters, digits and _. */
  readonly isWord: Uint8Array;

  constructor(ranges: readonly Range[]) {
    const bounds = new Set([0]);
    for (const [from, to] of [...WORD, ...ranges]) bounds.add(from).add(to + 1);
    this.#bounds = [...bounds].sort((a, b) => a - b);
    this.#ascii = Uint16Array.from({ length: 128 }, (_, unit) => this.#search(unit));
    this.isWord = Uint8Array.from(this.#bounds, (unit) => (inRanges(WORD, unit) ? 1 : 0));
  }

  get count(): number {
    return this.#bounds.length;
  }

  /** A character of a class; it stands for all of them. */
  sample = (ofClass: number): number => this.#bounds[ofClass]!;

  classAt(text: string, at: number): number {
    const unit = text.charCodeAt(at);
    return unit < 128 ? this.#ascii[unit]! : this.#search(unit);
  }

  #search(unit: number): number {
    let [low, high] = [0, this.#bounds.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#bounds[middle]! <= unit) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
