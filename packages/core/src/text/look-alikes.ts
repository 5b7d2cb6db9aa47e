/** Letters of other scripts that look like a Latin one, each before the letter it looks like. */
const CYRILLIC = "аaАAвbВBеeЕEѕsЅSіiІIјjЈJкkКKмmМMнhНHоoОOрpРPсcСCтtТTуyУYхxХXһhҺHԁdԚQԛqԜWԝwӏl";
const OTHERS = "αaΑAβbΒBεeΕEΖZΗHιiΙIκkΚKΜMνvΝNοoΟOρpΡPτtΤTυuΥYχxΧXγyϲcϹCօoսuոnհhցgɑaɡgꞵb";
const tableOf = (pairs: string) =>
  new Map(Array.from({ length: pairs.length / 2 }, (_, at) => [pairs[2 * at]!, pairs[2 * at + 1]!]));
const cyrillic = tableOf(CYRILLIC);
const all = new Map([...cyrillic, ...tableOf(OTHERS)]);
const LETTERS = /[\p{L}\p{M}]+/gu;
const LATIN = /\p{sc=Latin}/u;
const FOREIGN = new RegExp(`[${[...all.keys()].join("")}]`, "u");

/**
 * Writes look-alikes as Latin letters, in words that mix them with Latin ones and in words of nothing but Cyrillic
 * look-alikes. A word with one other letter is a word of its own language and stays.
 */
export const lookAlikes = (text: string): string =>
  FOREIGN.test(text) ? text.replace(LETTERS, asLatin) : text;

function asLatin(word: string): string {
  if (!FOREIGN.test(word)) return word;
  const letters = [...word];
  const known = letters.some((letter) => LATIN.test(letter)) ? all : cyrillic;
  if (!letters.every((letter) => known.has(letter) || LATIN.test(letter))) return word;
  return letters.map((letter) => known.get(letter) ?? letter).join("");
}
