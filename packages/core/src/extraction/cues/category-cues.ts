import type { EventCategory } from "../event.js";

/**
 * What makes a sentence an event of a category. All are regular expressions without regard to case, between word
 * boundaries; `'` stands for both apostrophes, and {name} for the lists of words in `words.ts`.
 */
export interface CategoryCues {
  category: EventCategory;
  /** Words that begin a line: "Decision: …". */
  labels: string[];
  /** Headings whose list items are such events. */
  headings: string[];
  /** Say it by themselves. */
  strong: string[];
  /** Say it where no strong cue of another category does. */
  usual: string[];
  /** Say it only of a person, a team or a date in the same sentence. */
  weak: string[];
}
