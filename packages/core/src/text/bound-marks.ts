/** Unicode's limit for stream-safe text. Real languages use far fewer. */
export const MAX_MARKS = 30;

const EXCESS = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, "gu");
const TOO_MANY = new RegExp(`\\p{M}{${MAX_MARKS + 1}}`, "u");

export const hasTooManyMarks = (text: string): boolean => TOO_MANY.test(text);

/** Call this before normalising, which sorts the marks on a letter in quadratic time (200,000 took 5 s). */
export const boundMarks = (text: string): string => text.replace(EXCESS, "$1");
