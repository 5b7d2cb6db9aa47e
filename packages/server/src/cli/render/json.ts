/** What JSON leaves as it is and a terminal may obey or be turned around by. */
const unsafe = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** JSON for a reader who may be a terminal: the same value, with no character in it that a terminal obeys. */
export const printedJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    unsafe,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
