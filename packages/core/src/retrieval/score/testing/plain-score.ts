export interface Turn {
  position: number;
  words: string[];
  /** Those of its questions. */
  asked?: string[];
  /** Words of its session before it. */
  run?: number;
}

const lend = (n: number) => Math.min(1, Math.max(0, (160 - n) / 120));
const count = (turn: Turn, word: string) => turn.words.filter((w) => w === word).length;

/** The formula written plainly over the turns of a session, all of which are known. */
export function plainScore(
  turns: Turn[],
  query: string[],
  position: number,
): { own: number; window: number } {
  const at = turns.findIndex((turn) => turn.position === position);
  const self = turns[at]!;
  const weights = turns.map((turn, i) => {
    if (i === at) return 1;
    const between = turns.slice(Math.min(i, at) + 1, Math.max(i, at)).reduce((n, t) => n + t.words.length, 0);
    if (Math.abs(i - at) > 16 || between >= 100) return 0;
    return (between < 30 ? 1 : 0.5) * lend(turn.words.length);
  });
  const windowLength = turns.reduce((sum, turn, i) => sum + weights[i]! * turn.words.length, 0);
  const ownNorm = 1.2 * Math.max(1, self.words.length / 45);
  const windowNorm = 1.2 * Math.max(1, windowLength / 120);
  let [own, window, ideal] = [0, 0, 0];
  for (const word of query) {
    const df = turns.filter((turn) => turn.words.includes(word)).length;
    const idf = Math.log(1 + (turns.length - df + 0.5) / (df + 0.5));
    const tf = count(self, word);
    const around = turns.reduce((sum, turn, i) => sum + weights[i]! * count(turn, word), 0);
    ideal += 2.2 * idf;
    own += (2.2 * idf * tf) / (tf + ownNorm);
    window += (2.2 * idf * around) / (around + windowNorm);
  }
  return { own: own / ideal, window: (1.5 * window) / ideal };
}
