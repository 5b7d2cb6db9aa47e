const wordsOf = (text: string): string[] => text.match(/\s+|\S+/gu) ?? [];
const isWord = (token: string | undefined) => token !== undefined && /\S/u.test(token);

export interface Correction {
  wrong: string;
  right: string;
}

/**
 * What a correction changed, as the shortest sequence of whole words. If words were only added or only removed, it
 * includes a word on either side, because an empty text cannot be searched for.
 */
export function correctionOf(before: string, after: string): Correction | undefined {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  if (before === after) return undefined;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const bare = (tokens: string[]) => !tokens.slice(start, tokens.length - end).some(isWord);
  if (bare(a) || bare(b)) {
    start = wordBefore(a, start);
    end = wordBefore(a.toReversed(), end);
  }
  const wrong = a
    .slice(start, a.length - end)
    .join("")
    .trim();
  const right = b
    .slice(start, b.length - end)
    .join("")
    .trim();
  return wrong === "" ? undefined : withoutSharedPunctuation({ wrong, right });
}

/** Where the run begins if it takes in one more word in front of `at`. */
function wordBefore(tokens: string[], at: number): number {
  let from = at;
  while (from > 0 && !isWord(tokens[from - 1])) from--;
  return Math.max(from - 1, 0);
}

const punctuation = /^[^\p{L}\p{N}_\s]$/u;

function withoutSharedPunctuation({ wrong, right }: Correction): Correction {
  let [a, b] = [wrong, right];
  while (a.length > 1 && b.length > 1 && a[0] === b[0] && punctuation.test(a[0]!))
    [a, b] = [a.slice(1), b.slice(1)];
  while (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-1) && punctuation.test(a.at(-1)!)) {
    [a, b] = [a.slice(0, -1), b.slice(0, -1)];
  }
  return { wrong: a, right: b };
}

const partOfWord = /[\p{L}\p{N}_]/u;

/** The text with the correction applied wherever the wrong words occur verbatim; undefined if they do not. */
export function carryOver(text: string, { wrong, right }: Correction): string | undefined {
  let result = "";
  let from = 0;
  let found = false;
  for (let at = text.indexOf(wrong); at !== -1; at = text.indexOf(wrong, at + wrong.length)) {
    const [left, after] = [text.slice(0, at).at(-1) ?? "", text[at + wrong.length] ?? ""];
    const whole =
      !(partOfWord.test(left) && partOfWord.test(wrong[0]!)) &&
      !(partOfWord.test(after) && partOfWord.test(wrong.at(-1)!));
    if (!whole) continue;
    result += text.slice(from, at) + right;
    from = at + wrong.length;
    found = true;
  }
  return found ? result + text.slice(from) : undefined;
}
