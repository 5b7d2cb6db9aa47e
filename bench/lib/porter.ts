/** The Porter stemmer (M. F. Porter, "An algorithm for suffix stripping", 1980). */

const isVowelAt = (word: string, i: number): boolean => {
  const c = word[i]!;
  if ("aeiou".includes(c)) return true;
  return c === "y" && i > 0 && !isVowelAt(word, i - 1);
};

/** The number of vowel-consonant sequences: the paper's m. */
const measure = (stem: string): number => {
  let m = 0;
  let afterVowel = false;
  for (let i = 0; i < stem.length; i++) {
    const vowel = isVowelAt(stem, i);
    if (afterVowel && !vowel) m++;
    afterVowel = vowel;
  }
  return m;
};

const hasVowel = (stem: string): boolean => {
  for (let i = 0; i < stem.length; i++) if (isVowelAt(stem, i)) return true;
  return false;
};

const endsDouble = (word: string): boolean => {
  const n = word.length;
  return n > 1 && word[n - 1] === word[n - 2] && !isVowelAt(word, n - 1);
};

/** Ends consonant-vowel-consonant, the last not w, x or y: the paper's *o. */
const endsShort = (word: string): boolean => {
  const n = word.length;
  if (n < 3) return false;
  return (
    !isVowelAt(word, n - 3) &&
    isVowelAt(word, n - 2) &&
    !isVowelAt(word, n - 1) &&
    !"wxy".includes(word[n - 1]!)
  );
};

type Rule = readonly [suffix: string, replacement: string];

const step2: readonly Rule[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["bli", "ble"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
  ["logi", "log"],
];
const step3: readonly Rule[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
];
const step4: readonly Rule[] = [
  ["al", ""],
  ["ance", ""],
  ["ence", ""],
  ["er", ""],
  ["ic", ""],
  ["able", ""],
  ["ible", ""],
  ["ant", ""],
  ["ement", ""],
  ["ment", ""],
  ["ent", ""],
  ["sion", "s"],
  ["tion", "t"],
  ["ou", ""],
  ["ism", ""],
  ["ate", ""],
  ["iti", ""],
  ["ous", ""],
  ["ive", ""],
  ["ize", ""],
];

/** Applies the longest suffix that matches, if what is left before it is long enough. */
const applyLongest = (word: string, rules: readonly Rule[], minMeasure: number): string => {
  let best: Rule | undefined;
  for (const rule of rules) {
    if (word.endsWith(rule[0]) && rule[0].length > (best?.[0].length ?? 0)) best = rule;
  }
  if (!best) return word;
  const replaced = word.slice(0, word.length - best[0].length) + best[1];
  const stem = best[0].endsWith("ion") ? replaced : word.slice(0, word.length - best[0].length);
  return measure(stem) > minMeasure ? replaced : word;
};

const stripPlural = (word: string): string => {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
};

const stripPast = (word: string): string => {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const suffix = word.endsWith("ed") ? 2 : word.endsWith("ing") ? 3 : 0;
  const stem = word.slice(0, word.length - suffix);
  if (suffix === 0 || !hasVowel(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (endsDouble(stem) && !/[lsz]$/.test(stem)) return stem.slice(0, -1);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
};

const stripFinalE = (word: string): string => {
  if (word.endsWith("e")) {
    const stem = word.slice(0, -1);
    const m = measure(stem);
    if (m > 1 || (m === 1 && !endsShort(stem))) word = stem;
  }
  return word.endsWith("ll") && measure(word) > 1 ? word.slice(0, -1) : word;
};

export const porterStem = (input: string): string => {
  if (input.length < 3 || !/^[a-z]+$/.test(input)) return input;
  let word = stripPast(stripPlural(input));
  if (word.endsWith("y") && hasVowel(word.slice(0, -1))) word = `${word.slice(0, -1)}i`;
  word = applyLongest(word, step2, 0);
  word = applyLongest(word, step3, 0);
  word = applyLongest(word, step4, 1);
  return stripFinalE(word);
};
