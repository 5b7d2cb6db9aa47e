/**
 * What a language says about the words of a question and of a statement. Expressions are matched in folded text: lower
 * case, Latin letters without marks.
 */
export interface Language {
  /** Words that only frame a question, separated by spaces, in each form. They tell little about what is asked. */
  readonly framing: string;
  /** The question is when something was, or how long. */
  readonly asksWhen: RegExp;
  /** The question is what an agent said, or for a summary of everything. */
  readonly asksAgent: RegExp;
  /** The statement tells a time. */
  readonly time: RegExp;
  /** The statement is meant to hold from now on. */
  readonly standing: RegExp;
  /** How a sentence ends that is a question without a question mark. */
  readonly questionEnd?: RegExp;
}

/** Any of these as whole words, each an expression of its own. */
export const wholeWords = (...expressions: string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${expressions.join("|")})(?![\\p{L}\\p{N}])`, "u");

/** Times that are written with digits, alike in all languages: 14:30, 2024-05-01, 1.5.2024, 2023. */
export const digitTime =
  "\\d{1,2}:\\d\\d|\\d{4}-\\d\\d?-\\d\\d?|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}|(?:19|20)\\d\\d";
