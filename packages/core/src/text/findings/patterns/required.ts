import type { Node, Range } from "./syntax.js";

/** Which characters a text holds: one for each of ASCII, and the last one for all others together. */
export type Present = Uint8Array;

const OTHERS = 128;

export function presentIn(text: string): Present {
  const present = new Uint8Array(OTHERS + 1);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    present[Math.min(unit, OTHERS)] = 1;
  }
  return present;
}

/** What every match holds: of each of these sets one character. */
export function requiredBy(node: Node): (readonly Range[])[] {
  if (node.kind === "set") return [node.ranges];
  if (node.kind === "sequence") return node.parts.flatMap(requiredBy);
  if (node.kind === "repeat" && node.least > 0) return requiredBy(node.part);
  return [];
}

/** Whether a text with these characters holds one of each set. */
export const holdsAll = (present: Present, sets: readonly (readonly Range[])[]): boolean =>
  sets.every((ranges) =>
    ranges.some(([from, to]) => {
      if (to >= OTHERS && present[OTHERS] === 1) return true;
      for (let unit = from; unit <= Math.min(to, OTHERS - 1); unit++) if (present[unit] === 1) return true;
      return false;
    }),
  );
