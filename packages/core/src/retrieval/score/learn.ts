import type { Admitted } from "../../substrate/index.js";
import type { LexicalScorer } from "./lexical-score.js";

/** Tells a scorer what is known of these memories. */
export const learn = (scorer: LexicalScorer, rows: Iterable<Admitted>) =>
  scorer.learn(
    [...rows].map((row) => ({
      position: Number(row.reading_position),
      words: row.word_count,
      run: row.cues >> 16,
    })),
  );
