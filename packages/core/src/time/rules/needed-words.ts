const word = /[\p{L}\p{N}]+/gu;
const notLatin = /\P{sc=Latin}/u;

/** The words of the lists in a pattern's braces; undefined for what is written with digits alone. */
export type ListWords = (list: string) => readonly string[] | undefined;

/**
 * The lists of which a text that matches must hold a word: those in braces that stand neither in a group, which may be
 * optional, nor are optional themselves.
 */
export function neededLists(pattern: string): string[] {
  const needed: string[] = [];
  let depth = 0;
  for (const { 0: sign } of pattern.matchAll(/\\.|\[[^\]]*\]|[()|]|\{\w+\}\??/g)) {
    if (sign === "(") depth++;
    else if (sign === ")") depth--;
    // Of two patterns in one, neither is needed.
    else if (sign === "|" && depth === 0) return [];
    else if (depth === 0 && /^\{\w+\}$/.test(sign)) needed.push(sign.slice(1, -1));
  }
  return needed;
}

/**
 * Tells of a text which lists it holds a word of, cheaply and sometimes in vain: a pattern takes milliseconds to compile,
 * and most are for words that are not there. A word of several parts is looked for by the longest of them.
 */
export function wordFinder(wordsOf: ListWords): (text: string) => (list: string) => boolean {
  const parts = new Map<string, readonly string[] | undefined>();
  const partsOf = (list: string) => {
    if (!parts.has(list)) parts.set(list, wordsOf(list)?.map(longestPart));
    return parts.get(list);
  };
  return (text) => {
    const lower = text.toLowerCase();
    const hasDigit = /\d/.test(lower);
    const tokens = new Set(lower.match(word));
    // In most texts there is an "a", but seldom as a word.
    const holds = (part: string) =>
      tokens.has(part) || ((part.length > 2 || notLatin.test(part)) && lower.includes(part));
    const known = new Map<string, boolean>();
    return (list) => {
      let found = known.get(list);
      if (found === undefined) {
        const listed = partsOf(list);
        found = (hasDigit && (listed === undefined || list === "n")) || listed?.some(holds) === true;
        known.set(list, found);
      }
      return found;
    };
  };
}

const longestPart = (phrase: string): string =>
  (phrase.toLowerCase().match(word) ?? [phrase]).reduce((best, part) =>
    part.length > best.length ? part : best,
  );
