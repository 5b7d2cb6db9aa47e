/** A range of UTF-16 code units. */
export type Range = readonly [from: number, to: number];

/** What holds at a place, without taking a character. */
export type Assertion = "start" | "end" | "boundary" | "inside";

/** A pattern as a tree. */
export type Node =
  | { kind: "set"; ranges: readonly Range[] }
  | { kind: "assert"; assertion: Assertion }
  | { kind: "sequence"; parts: readonly Node[] }
  | { kind: "choice"; options: readonly Node[] }
  | { kind: "repeat"; part: Node; least: number; most: number };

export const ALL: Range = [0, 0xffff];

export const inRanges = (ranges: readonly Range[], unit: number): boolean =>
  ranges.some(([from, to]) => unit >= from && unit <= to);

/** The same ranges in order, joined where they touch. */
export function tidy(ranges: readonly Range[]): Range[] {
  const joined: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** Everything but these ranges. */
export function inverted(ranges: readonly Range[]): Range[] {
  const others: Range[] = [];
  let next = 0;
  for (const [from, to] of tidy(ranges)) {
    if (from > next) others.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= ALL[1]) others.push([next, ALL[1]]);
  return others;
}

/** Whether it can match nothing at all. */
export function isEmpty(node: Node): boolean {
  if (node.kind === "set") return false;
  if (node.kind === "assert") return true;
  if (node.kind === "sequence") return node.parts.every(isEmpty);
  if (node.kind === "choice") return node.options.some(isEmpty);
  return node.least === 0 || isEmpty(node.part);
}
