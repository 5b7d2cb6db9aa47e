const endsInHalf = (text: string, length: number): boolean => {
  const last = text.charCodeAt(length - 1);
  return last >= 0xd800 && last <= 0xdbff;
};

/** The first UTF-16 units of a text, without half of a character at the end. */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  return text.slice(0, endsInHalf(text, maxChars) ? maxChars - 1 : maxChars);
}
