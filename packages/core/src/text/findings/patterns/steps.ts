import type { Automaton, Edge } from "./automaton.js";
import type { Assertion, Range } from "./syntax.js";

/** Which assertions hold at a place: the bits of a place. */
const BITS: Record<Assertion, number> = { start: 1, end: 2, boundary: 4, inside: 8 };
export const bitOf = (assertion: Assertion): number => BITS[assertion];

/** A set of positions in few words: the number of each word, followed by its bits. */
export type Sparse = Int32Array;

/**
 * The steps of a pattern at a place. Its positions are the characters that it can take, in the order in which they are
 * written; a set of them has 32 in each word. Nearly all steps lead to the next position, so one shift takes them all.
 */
export interface Steps {
  /** Positions to which the one before them leads. */
  chain: Int32Array;
  /** Positions that lead to themselves. */
  loop: Int32Array;
  /** All other steps, from each position of a set to each of another. */
  jumps: readonly { from: Sparse; to: Sparse }[];
  /** Positions that begin a match. */
  first: Int32Array;
  /** Positions that end one. */
  last: Sparse;
  /** How much work a character is: one for each word of a jump, and `WORD_COST` for each of a set. */
  cost: number;
}

/** Measured: a word of the set is shifted, masked and stored; one of a jump is only looked at. */
const WORD_COST = 4;

export type Taking = Edge & { ranges: readonly Range[] };

/** The positions of a pattern: its edges that take a character. */
export const positionsOf = ({ edges }: Automaton): Taking[] =>
  edges.filter((edge): edge is Taking => edge.ranges !== undefined);

export const wordsFor = (positions: number): number => Math.ceil(positions / 32);

/** The steps where the assertions of `place` hold (Glushkov's construction, from Thompson's). */
export function stepsAt(automaton: Automaton, place: number): Steps {
  const positions = positionsOf(automaton);
  const words = wordsFor(positions.length);
  const reach = reaching(automaton, place);
  const leaving: number[][] = Array.from({ length: automaton.states }, () => []);
  for (const [at, { from }] of positions.entries()) leaving[from]!.push(at);
  const takenFrom = (state: number) => [...reach(state)].flatMap((one) => leaving[one]!);

  const [chain, loop, first] = [new Int32Array(words), new Int32Array(words), new Int32Array(words)];
  for (const to of takenFrom(automaton.start)) add(first, to);
  const last: number[] = [];
  const jumps = new Map<string, { from: number[]; to: number[] }>();
  const others = new Map<number, number[]>();
  for (const [at, { to: state }] of positions.entries()) {
    if (reach(state).has(automaton.end)) last.push(at);
    const next = others.get(state) ?? takenFrom(state).sort((a, b) => a - b);
    others.set(state, next);
    if (next.includes(at + 1)) add(chain, at + 1);
    if (next.includes(at)) add(loop, at);
    const to = next.filter((one) => one !== at && one !== at + 1);
    if (to.length === 0) continue;
    const jump = jumps.get(to.join()) ?? { from: [], to };
    jump.from.push(at);
    jumps.set(to.join(), jump);
  }
  const sparse = [...jumps.values()].map(({ from, to }) => ({ from: sparseOf(from), to: sparseOf(to) }));
  const jumped = sparse.reduce((sum, { from, to }) => sum + (from.length + to.length) / 2, 0);
  const ends = sparseOf(last);
  return {
    chain,
    loop,
    jumps: sparse,
    first,
    last: ends,
    cost: WORD_COST * words + jumped + ends.length / 2,
  };
}

/** The states that are reached from one without taking a character. */
function reaching({ states, edges }: Automaton, place: number): (state: number) => Set<number> {
  const after: number[][] = Array.from({ length: states }, () => []);
  for (const { from, to, ranges, assertion } of edges) {
    if (ranges === undefined && (assertion === undefined || (place & bitOf(assertion)) !== 0))
      after[from]!.push(to);
  }
  const known = new Map<number, Set<number>>();
  return (state) => {
    let seen = known.get(state);
    if (seen === undefined) {
      seen = new Set([state]);
      for (const one of seen) for (const to of after[one]!) seen.add(to);
      known.set(state, seen);
    }
    return seen;
  };
}

function add(set: Int32Array, position: number): void {
  set[position >> 5]! |= 1 << (position & 31);
}

function sparseOf(positions: readonly number[]): Sparse {
  const words = new Map<number, number>();
  for (const one of positions) words.set(one >> 5, (words.get(one >> 5) ?? 0) | (1 << (one & 31)));
  return Int32Array.from([...words].flat());
}
