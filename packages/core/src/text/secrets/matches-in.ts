/**
 * The matches of a global pattern. `matchAll` makes a new pattern at each call, which costs more than looking through a
 * short text: most texts hold nothing of what a detector looks for.
 */
export const matchesIn = (text: string, pattern: RegExp): Iterable<RegExpExecArray> =>
  text.search(pattern) < 0 ? [] : text.matchAll(pattern);
