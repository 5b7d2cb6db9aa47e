const NUMBER = "(?!000|666|9\\d\\d)\\d{3}([- ]?)(?!00)\\d{2}\\1(?!0000)\\d{4}";
const DASHED = new RegExp(
  `(?<![\\p{L}\\p{N}_./-])${NUMBER.replace("[- ]?", "-")}(?![\\p{L}\\p{N}_]|[-./]\\d)`,
  "u",
);
const NAMED = new RegExp(
  `(?<!\\p{L})(?:ssn|social security(?: number| no\\.?)?)(?: is)?[:#]? {0,2}${NUMBER}(?!\\d)`,
  "iu",
);

/** A social security number of the United States: with dashes, or without where the text names it. */
export const hasSsn = (text: string): boolean => DASHED.test(text) || NAMED.test(text);
