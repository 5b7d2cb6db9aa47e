/*
 * The constants of the ranking, chosen on half of the conversations. `bench:quality --leave-one-out` fits the weights anew
 * with one conversation left out, over the first 50 results, and the lengths one by one.
 */

/** How much each part counts beside the memory's own words. */
export const windowWeight = 1.5;
export const answerWeight = 0.9;

/** By what share each cue raises or lowers the match of words. */
export const cueWeights = {
  speaker: 0.1,
  time: 0.33,
  then_asked: 0.5,
  opens: 0.1,
  asks: -0.1,
  last_question: 0.1,
  standing: 0.15,
} as const;
export type Cue = keyof typeof cueWeights;

/**
 * A long answer of an agent counts this much, unless the query asks for it: it repeats the words of many questions, and
 * what people said is what they ask for. A short turn of an agent counts as one of a person, as at a support desk.
 */
const agentWeight = 0.6;
export const agentShare = (words: number): number => agentWeight + (1 - agentWeight) * lend(words);
/** The name of a speaker counts this much: it stands with all that the speaker said, whatever that was. */
export const nameShare = 0.5;
/** A word that only frames a question counts this much. */
export const framingShare = 0.3;

export const k1 = 1.2;
/** Lengths and distances in words, and the turns of a window. Only a benchmark changes them, before it searches. */
export const rankingLengths = {
  /**
   * Up to so many words the length of a text, or of a window, does not matter; a longer one is scored by the share of its
   * words. With the store's average as the limit, long answers would bury the short statements beside them.
   */
  ownWords: 45,
  windowWords: 120,
  /** A memory up to the first length lends all of its words to its neighbours, one from the second on none. */
  lendsAll: 40,
  lendsNone: 160,
  /** Neighbours lend all of that while fewer than `near` words stand between, and half while fewer than `far`. */
  near: 30,
  far: 100,
  /** How many turns a window has at most on each side. */
  windowTurns: 16,
};

export const ownNorm = (words: number): number => k1 * Math.max(1, words / rankingLengths.ownWords);
export const windowNorm = (words: number): number => k1 * Math.max(1, words / rankingLengths.windowWords);
export const answerNorm = k1;

/** What a word that occurs `tf` times adds to the score; each further occurrence adds less. */
export const saturated = (idf: number, tf: number, norm: number): number =>
  (idf * tf * (k1 + 1)) / (tf + norm);
/** What it adds at most. */
export const fullMatch = (idf: number): number => idf * (k1 + 1);

/** A short memory lends its words to its neighbours; a long one has enough context of its own and lends none. */
export function lend(len: number): number {
  const { lendsAll, lendsNone } = rankingLengths;
  return len <= lendsAll ? 1 : len >= lendsNone ? 0 : (lendsNone - len) / (lendsNone - lendsAll);
}

/** How much a question counts for its answer: by its place in the other's turns, and by the own turns in between. */
export const questionShare = (place: number, ownBefore: number): number => 0.5 ** place * 0.7 ** ownBefore;
/** So many own turns may stand between a question and its answer. */
export const maxOwnBefore = 3;
