import type { Shadow } from "../../secrets/shadow.js";

/** A range of a text, and what is read in its place. */
export interface Substitute {
  start: number;
  end: number;
  text: string;
}

/** A part of the reading, and the range that it stands for: character by character, or as a whole. */
interface Part {
  at: number;
  start: number;
  end: number;
  asIs: boolean;
}

/** A text with some of its ranges read as something else. The ranges come in order and do not overlap. */
export function substituted(base: Shadow, substitutes: Substitute[]): Shadow {
  const texts: string[] = [];
  const parts: Part[] = [];
  let length = 0;
  const push = (text: string, start: number, end: number, asIs: boolean) => {
    if (text === "") return;
    texts.push(text);
    parts.push({ at: length, start, end, asIs });
    length += text.length;
  };
  let at = 0;
  for (const { start, end, text } of substitutes) {
    push(base.text.slice(at, start), at, start, true);
    push(text, start, end, false);
    at = end;
  }
  push(base.text.slice(at), at, base.text.length, true);
  return {
    text: texts.join(""),
    original: (start, end) => {
      const [first, last] = [partAt(parts, start), partAt(parts, end - 1)];
      return base.original(
        first.asIs ? first.start + start - first.at : first.start,
        last.asIs ? last.start + end - last.at : last.end,
      );
    },
  };
}

/** The part that a place of the reading is in. */
function partAt(parts: Part[], place: number): Part {
  let [low, high] = [0, parts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (parts[middle]!.at <= place) low = middle;
    else high = middle - 1;
  }
  return parts[low]!;
}
