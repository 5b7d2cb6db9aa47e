import { bareWords } from "../bare/bare-words.js";

const asks = (text: string): boolean => /[?\uff1f\u061f]\W*$/u.test(text);

/** Whether two texts have the same words in the same order, whatever their case and punctuation. A question is no statement. */
export const haveSameWords = (one: string, other: string): boolean =>
  bareWords(one) === bareWords(other) && asks(one) === asks(other);
