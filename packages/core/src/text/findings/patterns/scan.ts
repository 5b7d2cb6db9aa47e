import type { Automaton, Edge } from "./automaton.js";
import type { Assertion, Range } from "./syntax.js";

/** Which assertions hold at a place: the bits of `places`. */
const BITS: Record<Assertion, number> = { start: 1, end: 2, boundary: 4, inside: 8 };
export const bitOf = (assertion: Assertion): number => BITS[assertion];

/** The states that can be reached at a place. */
export interface Reached {
  id: number;
  states: readonly number[];
  /** 1 for each state among them. */
  has: Uint8Array;
}

/** Sets of states that are remembered before all of them are forgotten and found again. */
const MAX_SETS = 2_000;

/**
 * Walks over a text once and tells in which states a match can be at each place. Sets of states are found as they are
 * needed and remembered, so most characters cost one lookup; at worst each costs one step per state.
 */
export class Scan {
  readonly #after: Edge[][];
  readonly #sets: number[][] = [];
  readonly #byKey = new Map<string, number>();
  readonly #moves = new Map<number, number>();
  readonly #closures = new Map<number, Reached>();
  #ids = 0;
  /** How often a step of one state was taken: what the work is proportional to. */
  steps = 0;

  constructor(
    private readonly automaton: Automaton,
    private readonly classes: number,
    private readonly inClass: (ranges: readonly Range[], characterClass: number) => boolean,
  ) {
    this.#after = Array.from({ length: automaton.states }, () => []);
    for (const edge of automaton.edges) this.#after[edge.from]!.push(edge);
    this.#intern([]);
  }

  /** The states reached at a place with these assertions, if `set` was reached by characters and a match may begin. */
  closure(set: number, place: number): Reached {
    const key = set * 16 + place;
    const known = this.#closures.get(key);
    if (known) return known;
    const seen = new Set<number>([this.automaton.start, ...this.#sets[set]!]);
    for (const state of seen) {
      for (const { to, ranges, assertion } of this.#after[state]!) {
        this.steps++;
        if (ranges === undefined && (assertion === undefined || (place & bitOf(assertion)) !== 0))
          seen.add(to);
      }
    }
    const reached = { id: this.#ids++, states: [...seen], has: new Uint8Array(this.automaton.states) };
    for (const state of seen) reached.has[state] = 1;
    this.#closures.set(key, reached);
    return reached;
  }

  /** The set after a character. */
  move(set: number, place: number, characterClass: number): number {
    const key = (set * 16 + place) * this.classes + characterClass;
    this.steps++;
    const known = this.#moves.get(key);
    if (known !== undefined) return known;
    const reached = new Set<number>();
    for (const state of this.closure(set, place).states) {
      for (const { to, ranges } of this.#after[state]!) {
        this.steps++;
        if (ranges && this.inClass(ranges, characterClass)) reached.add(to);
      }
    }
    const next = this.#intern([...reached].sort((a, b) => a - b));
    this.#moves.set(key, next);
    return next;
  }

  /** Whether no more sets are remembered; then the caller must begin with `restart`. */
  get isFull(): boolean {
    return this.#sets.length >= MAX_SETS;
  }

  /** Forgets all sets but one, whose new number it gives. */
  restart(set: number): number {
    const kept = this.#sets[set]!;
    this.#sets.length = 0;
    this.#byKey.clear();
    this.#moves.clear();
    this.#closures.clear();
    this.#intern([]);
    return this.#intern(kept);
  }

  #intern(states: number[]): number {
    const key = states.join();
    let number = this.#byKey.get(key);
    if (number === undefined) {
      number = this.#sets.push(states) - 1;
      this.#byKey.set(key, number);
    }
    return number;
  }
}
