import { nameShare } from "./weights.js";
import type { Around } from "./window.js";

/** A word of the query, with its counts in each candidate. */
export interface PlacedTerm extends Around {
  idf: number;
  spelt: readonly string[];
  /** It is the name of a speaker. */
  isName: boolean;
  frames: boolean;
  /** How often it is asked in a candidate; absent where it is asked in none. */
  asked?: Uint8Array;
  /** How often it stands in a candidate and its neighbours by turns, and in the questions just before it. */
  around: Float32Array;
  before?: Float32Array;
}

/** It says what the query is about. */
export const isTopic = ({ isName, frames }: PlacedTerm): boolean => !isName && !frames;
export const weightOf = ({ idf, isName }: PlacedTerm): number => (isName ? nameShare * idf : idf);
