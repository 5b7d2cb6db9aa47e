import { ownTurn } from "../../async/index.js";

/** Where two lists differ: these of the first were replaced by those of the second. Either part may be empty. */
export interface ChangedRange {
  fromStart: number;
  fromEnd: number;
  toStart: number;
  toEnd: number;
}

/** Steps that are taken before others get a turn: some milliseconds. */
const stepsPerTurn = 200_000;
/** Between two anchors, so many changes and steps are looked at; if there are more, all in between counts as replaced. */
const maxChanges = 1_000;
const maxSteps = 2_000_000;

type List = readonly number[];

/**
 * The ranges in which two lists differ, in order. Values that occur once in both are anchors, if they come in the same
 * order; between anchors the fewest changes are looked for. So long lists that differ much take no longer than they
 * are long, and others are served in between.
 */
export async function changedRanges(from: List, to: List): Promise<ChangedRange[]> {
  const found: ChangedRange[] = [];
  const open: ChangedRange[] = [{ fromStart: 0, fromEnd: from.length, toStart: 0, toEnd: to.length }];
  let steps = 0;
  const step = async (count: number) => {
    steps += count;
    if (steps < stepsPerTurn) return;
    steps = 0;
    await ownTurn();
  };
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const range = withoutEqualEnds(from, to, next);
    const [deleted, inserted] = [range.fromEnd - range.fromStart, range.toEnd - range.toStart];
    await step(deleted + inserted + 1);
    if (deleted === 0 && inserted === 0) continue;
    if (deleted === 0 || inserted === 0) {
      found.push(range);
      continue;
    }
    const anchors = anchorsIn(from, to, range);
    // The last goes first onto the stack, so that ranges are found in order.
    if (anchors.length > 0) for (const gap of between(anchors, range).reverse()) open.push(gap);
    else found.push(...(await fewestChanges(from, to, range, step)));
  }
  return found;
}

function withoutEqualEnds(from: List, to: List, range: ChangedRange): ChangedRange {
  let { fromStart, fromEnd, toStart, toEnd } = range;
  while (fromStart < fromEnd && toStart < toEnd && from[fromStart] === to[toStart]) {
    fromStart += 1;
    toStart += 1;
  }
  while (fromEnd > fromStart && toEnd > toStart && from[fromEnd - 1] === to[toEnd - 1]) {
    fromEnd -= 1;
    toEnd -= 1;
  }
  return { fromStart, fromEnd, toStart, toEnd };
}

type Anchor = readonly [from: number, to: number];

function anchorsIn(from: List, to: List, range: ChangedRange): Anchor[] {
  const inFrom = placesOfSingles(from, range.fromStart, range.fromEnd);
  const inTo = placesOfSingles(to, range.toStart, range.toEnd);
  const pairs: Anchor[] = [];
  for (const [value, at] of inFrom) {
    const other = inTo.get(value);
    if (at >= 0 && other !== undefined && other >= 0) pairs.push([at, other]);
  }
  return longestRising(pairs);
}

/** Where values stand that occur once; -1 for the others. */
function placesOfSingles(list: List, start: number, end: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let at = start; at < end; at++) places.set(list[at]!, places.has(list[at]!) ? -1 : at);
  return places;
}

/** The longest part of these pairs that rises in both; they rise in the first already. */
function longestRising(pairs: Anchor[]): Anchor[] {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [n, pair] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]![1] < pair[1]) low = middle + 1;
      else high = middle;
    }
    before.push(low > 0 ? ends[low - 1]! : -1);
    ends[low] = n;
  }
  const rising: Anchor[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) rising.push(pairs[at]!);
  return rising.reverse();
}

function between(anchors: Anchor[], range: ChangedRange): ChangedRange[] {
  let [fromStart, toStart] = [range.fromStart, range.toStart];
  const gaps = anchors.map(([from, to]) => {
    const gap = { fromStart, fromEnd: from, toStart, toEnd: to };
    [fromStart, toStart] = [from + 1, to + 1];
    return gap;
  });
  return [...gaps, { fromStart, fromEnd: range.fromEnd, toStart, toEnd: range.toEnd }];
}

/** Myers' algorithm, up to its limits. */
async function fewestChanges(
  from: List,
  to: List,
  range: ChangedRange,
  step: (count: number) => Promise<void>,
): Promise<ChangedRange[]> {
  const { fromStart, fromEnd, toStart, toEnd } = range;
  const [n, m] = [fromEnd - fromStart, toEnd - toStart];
  const most = Math.min(n + m, maxChanges);
  const reached = new Int32Array(2 * most + 3);
  const rounds: Int32Array[] = [];
  let steps = 0;
  for (let d = 0; d <= most && steps < maxSteps; d++) {
    rounds.push(reached.slice());
    const walkedBefore = steps;
    for (let k = -d; k <= d; k += 2) {
      const at = k + most + 1;
      const down = k === -d || (k !== d && reached[at - 1]! < reached[at + 1]!);
      let x = down ? reached[at + 1]! : reached[at - 1]! + 1;
      while (x < n && x - k < m && from[fromStart + x] === to[toStart + x - k]) {
        x += 1;
        steps += 1;
      }
      reached[at] = x;
      steps += 1;
      if (x >= n && x - k >= m) return backwards(rounds, most, range);
    }
    await step(steps - walkedBefore);
  }
  return [range];
}

/** The changes on the way back from the end to the beginning. */
function backwards(rounds: Int32Array[], most: number, range: ChangedRange): ChangedRange[] {
  const changes: ChangedRange[] = [];
  let [x, y] = [range.fromEnd - range.fromStart, range.toEnd - range.toStart];
  for (let d = rounds.length - 1; d > 0; d--) {
    const reached = rounds[d]!;
    const at = x - y + most + 1;
    const down = x - y === -d || (x - y !== d && reached[at - 1]! < reached[at + 1]!);
    const startX = down ? reached[at + 1]! : reached[at - 1]!;
    const startY = down ? startX - (x - y) - 1 : startX - (x - y) + 1;
    const [fromStart, toStart] = [range.fromStart + startX, range.toStart + startY];
    changes.push({
      fromStart,
      fromEnd: fromStart + (down ? 0 : 1),
      toStart,
      toEnd: toStart + (down ? 1 : 0),
    });
    [x, y] = [startX, startY];
  }
  return joined(changes.reverse());
}

/** Changes that touch are one. */
function joined(changes: ChangedRange[]): ChangedRange[] {
  const out: ChangedRange[] = [];
  for (const change of changes) {
    const last = out.at(-1);
    if (last && last.fromEnd === change.fromStart && last.toEnd === change.toStart) {
      last.fromEnd = change.fromEnd;
      last.toEnd = change.toEnd;
    } else out.push({ ...change });
  }
  return out;
}
