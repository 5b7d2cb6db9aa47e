import { type Random, seededRandom } from "./random.js";

const syllables = "ba co di fe gu ha jo ki lu me na pi ro su ta ve wi xo yu za bri cla dro fle gri".split(
  " ",
);
const functionWords = "the of and to in is that it was for on with as at by from this we they have".split(
  " ",
);

/** A vocabulary of made-up words; the rank of a word decides how often it is used, as in real text. */
const makeVocabulary = (size: number, random: Random): string[] => {
  const words = new Set<string>();
  while (words.size < size) {
    words.add(Array.from({ length: random.int(2, 4) }, () => random.pick(syllables)).join(""));
  }
  return [...words];
};

export interface Message {
  readonly session: string;
  readonly text: string;
  readonly at: string;
}

export interface Workload {
  message(): Message;
  /** Words of a message that was made before, a few of them, as somebody who half remembers would ask. */
  query(): string;
}

/** Text with the statistics of chat (Zipf's law, 8 to 40 words, 20 messages a session), from a seed. */
export const makeWorkload = (seed: number, vocabularySize = 20_000): Workload => {
  const random = seededRandom(seed);
  const vocabulary = makeVocabulary(vocabularySize, random);
  const zipf = () => vocabulary[Math.floor(vocabularySize ** random.next()) - 1]!;
  const remembered: string[][] = [];
  let made = 0;
  return {
    message: () => {
      const content: string[] = [];
      const words = Array.from({ length: random.int(8, 40) }, () => {
        if (random.next() < 0.45) return random.pick(functionWords);
        const word = zipf();
        content.push(word);
        return word;
      });
      if (content.length >= 4 && remembered.length < 5_000) remembered.push(content);
      const number = made++;
      return {
        session: `s${Math.floor(number / 20)}`,
        text: `${words.join(" ")}.`,
        at: new Date(Date.UTC(2025, 0, 1) + number * 60_000).toISOString(),
      };
    },
    query: () => {
      const words = random.shuffle(random.pick(remembered)).slice(0, random.int(3, 6));
      return `what did we say about ${words.join(" ")}?`;
    },
  };
};
