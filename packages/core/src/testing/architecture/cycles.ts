export type Edge = readonly [from: string, to: string];

/** The edges that lie on a cycle, or on a path from one cycle to another. */
export function cyclicEdges(edges: readonly Edge[]): Edge[] {
  let left = edges.filter(([from, to]) => from !== to);
  for (let before = Infinity; left.length < before; ) {
    before = left.length;
    const sources = new Set(left.map(([from]) => from));
    const targets = new Set(left.map(([, to]) => to));
    left = left.filter(([from, to]) => targets.has(from) && sources.has(to));
  }
  return left;
}
