/** A range of a text to be replaced, and by what. */
export interface Masking {
  start: number;
  end: number;
  mark: string;
}

export const markOf = (name: string): string => `[REDACTED:${name}]`;

/** How many marks take the place of these ranges. */
export function countMarks(maskings: Iterable<Masking>): number {
  let marks = 0;
  let at = 0;
  for (const { start, end } of [...maskings].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start >= at) marks += 1;
    at = Math.max(at, end);
  }
  return marks;
}

/** Replaces the ranges by their marks. Of ranges that overlap, all is replaced, by the mark of the first. */
export function redact(text: string, maskings: Iterable<Masking>): string {
  let redacted = "";
  let at = 0;
  for (const { start, end, mark } of [...maskings].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start >= at) redacted += text.slice(at, start) + mark;
    at = Math.max(at, end);
  }
  return redacted + text.slice(at);
}
