/** Characters that JSON does not escape and that control a terminal or the direction of text. */
const unsafe = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** JSON that is safe to print in a terminal: the same value, with control characters escaped. */
export const printedJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    unsafe,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
