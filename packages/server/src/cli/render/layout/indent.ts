/** The text with something before each line that is not empty. */
export const indent = (text: string, by = "  "): string => text.replace(/^(?=.)/gm, by);
