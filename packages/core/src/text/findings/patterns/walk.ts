import type { Sparse, Steps } from "./steps.js";

/**
 * Writes the positions that can take the next character, after the set that begins at `before`, behind that set. Gives
 * whether there are any.
 */
export function stepForward(
  sets: Int32Array,
  before: number,
  words: number,
  { chain, loop, first, jumps }: Steps,
  takers: Int32Array,
  ofClass: number,
): boolean {
  const here = before + words;
  let carry = 0;
  for (let word = 0; word < words; word++) {
    const bits = sets[before + word]!;
    sets[here + word] = (((bits << 1) | carry) & chain[word]!) | (bits & loop[word]!) | first[word]!;
    carry = bits >>> 31;
  }
  for (let n = 0; n < jumps.length; n++) {
    const { from, to } = jumps[n]!;
    if (meets(sets, before, from)) join(sets, here, to);
  }
  let any = 0;
  for (let word = 0; word < words; word++) {
    any |= sets[here + word]! &= takers[ofClass + word]!;
  }
  return any !== 0;
}

/**
 * Leaves in the set that begins at `here` only positions that end a match, or lead to one of the set after it. Gives
 * whether there are any.
 */
export function stepBackward(
  sets: Int32Array,
  here: number,
  words: number,
  { chain, loop, last, jumps }: Steps,
  scratch: Int32Array,
): boolean {
  const after = here + words;
  let carry = 0;
  for (let word = words - 1; word >= 0; word--) {
    const bits = sets[after + word]!;
    const chained = bits & chain[word]!;
    scratch[word] = (chained >>> 1) | (carry << 31) | (bits & loop[word]!);
    carry = chained & 1;
  }
  join(scratch, 0, last);
  for (let n = 0; n < jumps.length; n++) {
    const { from, to } = jumps[n]!;
    if (meets(sets, after, to)) join(scratch, 0, from);
  }
  let any = 0;
  for (let word = 0; word < words; word++) {
    any |= sets[here + word]! &= scratch[word]!;
  }
  return any !== 0;
}

/** Whether the set that begins at `set` holds any of these positions. */
export function meets(sets: Int32Array, set: number, positions: Sparse): boolean {
  for (let n = 0; n < positions.length; n += 2) {
    if ((sets[set + positions[n]!]! & positions[n + 1]!) !== 0) return true;
  }
  return false;
}

function join(sets: Int32Array, set: number, positions: Sparse): void {
  for (let n = 0; n < positions.length; n += 2) sets[set + positions[n]!]! |= positions[n + 1]!;
}
