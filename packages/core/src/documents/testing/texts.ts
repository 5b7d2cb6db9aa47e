/** Words without sentence ends, each one token of cl100k with the blank before it. */
export const words = (count: number, word = "apple"): string =>
  Array.from({ length: count }, () => word).join(" ");

/** Sentences of ten tokens each; each names its number. */
export const sentences = (count: number): string =>
  Array.from({ length: count }, (_, n) => `Item ${n} was seen near the old harbour today.`).join(" ");
