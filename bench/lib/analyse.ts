import { porterStem } from "./porter.js";
import { stopWords } from "./stop-words.js";

/** Lower-cased words and numbers, without stop words, stemmed. */
export const analyse = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !stopWords.has(word)).map(porterStem);
