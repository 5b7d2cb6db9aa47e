import { answerWords } from "./answer-words.js";

/** So many turns before an answer are looked at for what it answers. */
export const lookBack = 4;

const shortWords = 6;
const unspaced = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}";
/** Words; in scripts without spaces, up to three characters count as one. */
const words = new RegExp(
  `[${unspaced}]{1,3}|[^\\s\\p{P}\\p{S}${unspaced}](?:[^\\s${unspaced}]*[^\\s\\p{P}\\p{S}${unspaced}])?`,
  "gu",
);

const startOf = (text: string) => text.slice(0, 200).normalize("NFKC").toLowerCase();

/** Whether a turn is so short that it may mean nothing without the turn before it. */
export function isShort(text: string): boolean {
  return text.length <= 80 && (startOf(text).match(words)?.length ?? 0) <= shortWords;
}

/** Whether it certainly means nothing without it: one word, or a few that begin with yes, no or the like. */
export function isBare(text: string): boolean {
  if (!isShort(text)) return false;
  const found = startOf(text).match(words) ?? [];
  const compact = found.join("");
  return found.length <= 1 || answerWords.some((word) => found[0] === word || compact.startsWith(word));
}

interface Turn {
  text: string;
  speaker: string | null;
  writer: string;
}

/** What a turn answers: the last turn before it that another said; `hidden` if that cannot be shown; else nothing. */
export function answeredBy<T extends Turn>(
  turn: Turn,
  before: (steps: number) => T | "hidden" | undefined,
): T | "hidden" | undefined {
  if (!isShort(turn.text)) return undefined;
  for (let steps = 1; steps <= lookBack; steps++) {
    const earlier = before(steps);
    if (earlier === undefined) return undefined;
    if (earlier === "hidden") return isBare(turn.text) ? "hidden" : undefined;
    if (earlier.speaker !== turn.speaker || earlier.writer !== turn.writer) return earlier;
  }
  return undefined;
}
