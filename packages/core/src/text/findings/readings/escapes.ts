import type { Shadow } from "../../secrets/shadow.js";
import { escapeAt } from "./escape-at.js";

/** An escape may stand in an escape, as in %2540; each round resolves the outermost. */
const ROUNDS = 8;
/** So many arguments can be passed at once. */
const CHUNK = 8_192;

/**
 * The text with HTML entities, `\u0040`, `\x40`, `\100` and `%40` resolved, if it holds any; with `quotedPrintable` also
 * `=40`, if it holds that.
 */
export function escapesResolved(base: Shadow, { quotedPrintable = false } = {}): Shadow | undefined {
  if (!(quotedPrintable ? /=[2-7][0-9A-Fa-f]/ : /[&\\%]/).test(base.text)) return undefined;
  const reading = new Reading(base.text, quotedPrintable);
  let rounds = 0;
  while (rounds < ROUNDS && reading.resolve()) rounds++;
  if (rounds === 0) return undefined;
  return {
    text: reading.text,
    original: (start, end) => base.original(...reading.placeOf(start, end)),
  };
}

/** The characters of a text, and the range of it that each of them stands for. */
class Reading {
  readonly #units: Uint16Array;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  #length: number;

  constructor(
    text: string,
    private readonly quotedPrintable: boolean,
  ) {
    this.#length = text.length;
    this.#units = new Uint16Array(text.length);
    this.#starts = new Int32Array(text.length);
    this.#ends = new Int32Array(text.length);
    for (let at = 0; at < text.length; at++) {
      this.#units[at] = text.charCodeAt(at);
      this.#starts[at] = at;
      this.#ends[at] = at + 1;
    }
  }

  /** Resolves each escape once, in place, since nothing is longer than its escape. Gives whether there were any. */
  resolve(): boolean {
    const units = this.#units;
    const before = this.#length;
    let to = 0;
    for (let at = 0; at < before; ) {
      const found = escapeAt(units, at, this.quotedPrintable);
      const next = at + (found?.length ?? 1);
      const unit = found === undefined ? units[at]! : found.unit;
      if (unit !== undefined) {
        units[to] = unit;
        this.#starts[to] = this.#starts[at]!;
        this.#ends[to] = this.#ends[next - 1]!;
        to++;
      }
      at = next;
    }
    units.fill(0, to, before);
    this.#length = to;
    return to < before;
  }

  get text(): string {
    let text = "";
    for (let at = 0; at < this.#length; at += CHUNK) {
      text += String.fromCharCode(...this.#units.subarray(at, Math.min(at + CHUNK, this.#length)));
    }
    return text;
  }

  placeOf = (start: number, end: number): [number, number] => [this.#starts[start]!, this.#ends[end - 1]!];
}
