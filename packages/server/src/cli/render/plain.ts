/**
 * Text that others wrote, made safe to show in a terminal: no escape sequences, no characters that turn the
 * direction of what follows. Line breaks and tabs stay.
 */
export const plain = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to go
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");

/** The same on one line. */
export const oneLine = (text: string): string => plain(text).replace(/\s+/g, " ").trim();
