/** Letters by which a word of a script may differ from another one; folded text has no marks. */
const alphabets = [
  "abcdefghijklmnopqrstuvwxyz",
  "абвгдежзийклмнопрстуфхцчшщъыьэюя",
  "αβγδεζηθικλμνοπρστυφχψω",
].map((letters) => ({ letters: [...letters], only: new RegExp(`^[${letters}]+$`) }));
const longest = 24;
/** Shorter words have too many others one letter away; where a letter is another one, even more. */
const shortest = 5;
const shortestReplaced = 6;

export interface Spelling {
  word: string;
  /** It differs by what fingers do: two letters in the other order, or one that is doubled or not. */
  slip: boolean;
}

/** The words that one letter makes of a folded word, beyond its first letter, which is rarely the wrong one. */
export function nearbySpellings(word: string): Spelling[] {
  const alphabet = alphabets.find(({ only }) => only.test(word));
  if (alphabet === undefined || word.length > longest) return [];
  const found = new Map<string, boolean>();
  const add = (spelling: string, slip: boolean) => {
    const isLong = Math.max(spelling.length, word.length) >= shortest;
    if (isLong && spelling !== word) found.set(spelling, (found.get(spelling) ?? false) || slip);
  };
  for (let at = 1; at <= word.length; at++) {
    const [before, here, after] = [word.slice(0, at), word[at], word.slice(at + 1)];
    if (here !== undefined) add(before + after, here === word[at - 1] || here === word[at + 1]);
    if (at + 1 < word.length) add(before + word[at + 1] + here + word.slice(at + 2), true);
    for (const letter of alphabet.letters) {
      add(before + letter + word.slice(at), letter === word[at - 1] || letter === here);
      if (here !== undefined && word.length >= shortestReplaced) add(before + letter + after, false);
    }
  }
  return [...found].map(([spelling, slip]) => ({ word: spelling, slip }));
}
