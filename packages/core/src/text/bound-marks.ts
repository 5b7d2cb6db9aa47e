/** Unicode's stream-safe limit. Real writing stacks far fewer. */
export const MAX_MARKS = 30;

const EXCESS = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, "gu");
const TOO_MANY = new RegExp(`\\p{M}{${MAX_MARKS + 1}}`, "u");

export const hasTooManyMarks = (text: string): boolean => TOO_MANY.test(text);

/** Normalising sorts the marks on a letter in quadratic time (200,000 took 5 s): call this first. */
export const boundMarks = (text: string): string => text.replace(EXCESS, "$1");
