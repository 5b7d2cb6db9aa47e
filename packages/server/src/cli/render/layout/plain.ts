/** Text made safe to print in a terminal: without escape sequences and changes of direction. Keeps line breaks and tabs. */
export const plain = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");

/** The same on one line. */
export const oneLine = (text: string): string => plain(text).replace(/\s+/g, " ").trim();
