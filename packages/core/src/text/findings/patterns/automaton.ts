import type { Assertion, Node, Range } from "./syntax.js";

/** A step that takes one character, or none. */
export interface Edge {
  from: number;
  to: number;
  ranges?: readonly Range[];
  assertion?: Assertion;
}

/** A pattern as states and steps between them. */
export interface Automaton {
  states: number;
  start: number;
  end: number;
  edges: Edge[];
}

const MAX_STATES = 500;

/** The states that a pattern can be in while it is matched (Thompson's construction). Undefined if they are too many. */
export function automatonOf(node: Node): Automaton | undefined {
  const edges: Edge[] = [];
  let states = 0;
  const add = () => {
    if (states >= MAX_STATES) throw new TooLarge();
    return states++;
  };
  const build = (part: Node, from: number): number => {
    if (part.kind === "set" || part.kind === "assert") {
      const to = add();
      edges.push(
        part.kind === "set" ? { from, to, ranges: part.ranges } : { from, to, assertion: part.assertion },
      );
      return to;
    }
    if (part.kind === "sequence") return part.parts.reduce((at, next) => build(next, at), from);
    if (part.kind === "choice") {
      const to = add();
      for (const option of part.options) edges.push({ from: build(option, enter(from)), to });
      return to;
    }
    return repeat(part.part, part.least, part.most, from);
  };
  const enter = (from: number): number => {
    const to = add();
    edges.push({ from, to });
    return to;
  };
  const repeat = (part: Node, least: number, most: number, from: number): number => {
    let at = from;
    for (let n = 0; n < least; n++) at = build(part, at);
    if (most === Number.POSITIVE_INFINITY) {
      const loop = enter(at);
      edges.push({ from: build(part, loop), to: loop });
      return enter(loop);
    }
    const to = add();
    edges.push({ from: at, to });
    for (let n = least; n < most; n++) {
      at = build(part, at);
      edges.push({ from: at, to });
    }
    return to;
  };
  try {
    const start = add();
    const end = build(node, start);
    return { states, start, end, edges };
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

class TooLarge extends Error {}
