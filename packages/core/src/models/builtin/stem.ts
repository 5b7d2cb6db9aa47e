/** Removes common English endings: "studies" and "studying" both become "stud". */
export function stem(word: string): string {
  let stemmed = singular(word);
  const verb = /^(.*[aeiouy].*?)(?:ing|ed)$/.exec(stemmed);
  if (verb && stemmed.length > 5) stemmed = verb[1]!.replace(/([bdgklmnprt])\1$/, "$1");
  if (stemmed.length > 6) {
    stemmed = stemmed
      .replace(/(?:ational|ation|ator)$/, "at")
      .replace(/(?<=ive|ful|ous)ness$/, "")
      .replace(/(?:ment|ness|ly)$/, "");
  }
  return stemmed.length > 4 ? stemmed.replace(/[eiy]$/, "") : stemmed;
}

function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}
