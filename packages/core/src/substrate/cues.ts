import type { SpokenCues } from "../text/index.js";

/** What `memory.cues` holds, in its order. */
export interface Cues {
  byAgent: boolean;
  tellsTime: boolean;
  asks: boolean;
  standing: boolean;
  opens: boolean;
  /** An agent spoke in its session by then. */
  withAgent: boolean;
  /** Turns that its speaker had just before it, up to 7. */
  ownBefore: number;
  /** Turns that the other speaker had before those, up to 3. */
  others: number;
  /** How far back in those a question is, from 0; 3 where there is none. */
  lastQuestion: number;
  /** Words of its session before it, modulo `runs`; `unknownRun` where nobody counted. */
  run: number;
}

export const runs = 32_767;
export const unknownRun = 32_767;
/** A longer turn counts as this many words of its session, as in `palimpsest.cues_after`. */
export const longestTurn = 200;

export const cueBits = ({ tellsTime, asks, standing, questions }: SpokenCues, byAgent: boolean): number =>
  Number(byAgent) |
  (Number(tellsTime) << 1) |
  (Number(asks) << 2) |
  (Number(standing) << 3) |
  (Number(questions !== "") << 4);

/** The cues of other words at the same place, by the same speaker. */
export const reworded = (cues: number, spoken: number): number => (cues & ~30) | (spoken & 30);

export const readCues = (cues: number): Cues => ({
  byAgent: (cues & 1) > 0,
  tellsTime: (cues & 2) > 0,
  asks: (cues & 4) > 0,
  standing: (cues & 8) > 0,
  opens: (cues & 32) > 0,
  withAgent: (cues & 64) > 0,
  ownBefore: (cues >> 7) & 7,
  others: (cues >> 10) & 3,
  lastQuestion: (cues >> 14) & 3,
  run: cues >> 16,
});
