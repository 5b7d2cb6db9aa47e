import { languages } from "./languages.js";

const ENDS = /[.!?…。！？؟\n]+/g;
const QUESTION = /[?？؟]/;
/** These end a sentence wherever they stand; the others only before a blank, or "3.5" would be two sentences. */
const FULL_END = /[。！？؟\n]/;
const BLANK = /\s/;
const LETTER = /[\p{L}\p{N}]/u;
const endings = languages.flatMap(({ questionEnd }) => questionEnd ?? []);
/** The longest ending that a language may look at. */
const tail = 8;

export interface Sentence {
  text: string;
  asks: boolean;
}

/** The sentences of a text in one pass, in time proportional to its length. */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  const add = (end: number, marks: string) => {
    const sentence = text.slice(start, end);
    if (LETTER.test(sentence))
      sentences.push({ text: sentence, asks: QUESTION.test(marks) || asks(sentence) });
  };
  for (const { index: at, 0: marks } of text.matchAll(ENDS)) {
    const after = at + marks.length;
    if (after === text.length || BLANK.test(text[after]!) || FULL_END.test(marks)) {
      add(at, marks);
      start = after;
    }
  }
  add(text.length, "");
  return sentences;
}

function asks(sentence: string): boolean {
  const end = sentence.slice(-tail).trimEnd();
  return endings.some((ending) => ending.test(end));
}
