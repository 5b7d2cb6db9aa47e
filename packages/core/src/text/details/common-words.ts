import { foldForSearch } from "../search-text.js";

const wordsOf = (text: string): Set<string> => new Set(foldForSearch(text).split(" "));

/** How alike other texts are to one: twice the common words by the words of both, from 0 to 1 in hundredths. */
export function commonWordsWith(text: string): (other: string) => number {
  const words = wordsOf(text);
  return (other) => {
    const others = wordsOf(other);
    const common = [...words].filter((word) => others.has(word)).length;
    return Math.round((200 * common) / (words.size + others.size)) / 100;
  };
}
