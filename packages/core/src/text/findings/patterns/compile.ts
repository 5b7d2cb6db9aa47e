import { type Automaton, automatonOf, reversed } from "./automaton.js";
import { WORD } from "./classes.js";
import { PatternError, parsePattern } from "./parse.js";
import { bitOf, type Reached, Scan } from "./scan.js";
import { isEmpty, type Range } from "./syntax.js";

export interface Match {
  start: number;
  end: number;
}

/** A regular expression that finds all that it matches in time proportional to the text. */
export interface Pattern {
  /** How many states it has: at worst, each character of a text costs a step for each of them. */
  readonly size: number;
  /** Every character that belongs to a match, as ranges. `counted` is told how many steps that took. */
  find(text: string, counted?: (steps: number) => void): Match[];
}

/** A pattern, or why it is refused, in words that complete "find …". */
export function compilePattern(source: string): Pattern | { refused: string } {
  try {
    const tree = parsePattern(source);
    if (isEmpty(tree)) return { refused: "matches an empty text, which is everywhere" };
    const automaton = automatonOf(tree);
    if (!automaton)
      return { refused: "has too many repetitions to be matched in linear time; write a shorter one" };
    return new LinearPattern(automaton);
  } catch (error) {
    if (error instanceof PatternError) return { refused: error.message };
    throw error;
  }
}

/**
 * Two walks over the text. The first tells, for each place, the states that a match begun before it can be in; the
 * second, from the end, the states from which a match can still end. A character belongs to a match if a step over it
 * leads from one of the first to one of the second. So no place is looked at again for each place where a match begins.
 */
class LinearPattern implements Pattern {
  readonly size: number;
  readonly #bounds: number[];
  readonly #ascii: Uint16Array;
  readonly #reversed: Automaton;

  constructor(private readonly automaton: Automaton) {
    this.size = automaton.states;
    this.#reversed = reversed(automaton);
    const bounds = new Set([0]);
    for (const ranges of [WORD, ...automaton.edges.map((edge) => edge.ranges ?? [])]) {
      for (const [from, to] of ranges) bounds.add(from).add(to + 1);
    }
    this.#bounds = [...bounds].sort((a, b) => a - b);
    this.#ascii = Uint16Array.from({ length: 128 }, (_, unit) => this.#search(unit));
  }

  find(text: string, counted?: (steps: number) => void): Match[] {
    const forward = new Scan(this.automaton, this.#bounds.length, this.#inClass);
    const backward = new Scan(this.#reversed, this.#bounds.length, this.#inClass);
    const before = this.#walk(text, forward);
    const found = before ? this.#covered(text, before, backward) : [];
    counted?.(forward.steps + backward.steps);
    return found;
  }

  /** The states at each place; undefined if none of them ends a match. */
  #walk(text: string, scan: Scan): Reached[] | undefined {
    const reached: Reached[] = [];
    let set = 0;
    let ends = false;
    for (let at = 0; at <= text.length; at++) {
      if (scan.isFull) set = scan.restart(set);
      const place = this.#place(text, at);
      const here = scan.closure(set, place);
      reached.push(here);
      ends ||= here.has[this.automaton.end] === 1;
      if (at < text.length) set = scan.move(set, place, this.#classOf(text.charCodeAt(at)));
    }
    return ends ? reached : undefined;
  }

  #covered(text: string, before: Reached[], scan: Scan): Match[] {
    const known = new Map<number, boolean>();
    const matches: Match[] = [];
    let set = 0;
    let end = -1;
    for (let at = text.length - 1; at >= 0; at--) {
      if (scan.isFull) {
        set = scan.restart(set);
      }
      const place = this.#place(text, at + 1);
      const characterClass = this.#classOf(text.charCodeAt(at));
      const after = scan.closure(set, place);
      const key = (before[at]!.id * this.#bounds.length + characterClass) * 2 ** 24 + after.id;
      let isCovered = known.get(key);
      if (isCovered === undefined) {
        isCovered = this.#leads(before[at]!, characterClass, after);
        known.set(key, isCovered);
      }
      if (isCovered && end < 0) end = at + 1;
      if (!isCovered && end >= 0) {
        matches.push({ start: at + 1, end });
        end = -1;
      }
      set = scan.move(set, place, characterClass);
    }
    if (end >= 0) matches.push({ start: 0, end });
    return matches.reverse();
  }

  #leads(before: Reached, characterClass: number, after: Reached): boolean {
    return this.automaton.edges.some(
      ({ from, to, ranges }) =>
        ranges !== undefined &&
        before.has[from] === 1 &&
        after.has[to] === 1 &&
        this.#inClass(ranges, characterClass),
    );
  }

  /** All characters of a class are in the same ranges, so the first of them stands for all. */
  #inClass = (ranges: readonly Range[], characterClass: number): boolean => {
    const unit = this.#bounds[characterClass]!;
    return ranges.some(([from, to]) => unit >= from && unit <= to);
  };

  #classOf = (unit: number): number => (unit < 128 ? this.#ascii[unit]! : this.#search(unit));

  #search(unit: number): number {
    let [low, high] = [0, this.#bounds.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#bounds[middle]! <= unit) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #place(text: string, at: number): number {
    const boundary = isWord(text, at - 1) !== isWord(text, at);
    return (
      (at === 0 ? bitOf("start") : 0) |
      (at === text.length ? bitOf("end") : 0) |
      bitOf(boundary ? "boundary" : "inside")
    );
  }
}

function isWord(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false;
  const unit = text.charCodeAt(at);
  return WORD.some(([from, to]) => unit >= from && unit <= to);
}
