/** A set of ASCII characters, indexed by character code. */
const alphabet = (chars: RegExp) =>
  Uint8Array.from({ length: 128 }, (_, code) => (chars.test(String.fromCharCode(code)) ? 1 : 0));

export const alphanumeric = alphabet(/[A-Za-z0-9]/);
export const upper = alphabet(/[A-Z0-9]/);
export const hex = alphabet(/[0-9a-fA-F]/);
export const slug = alphabet(/[A-Za-z0-9_-]/);
export const dotted = alphabet(/[A-Za-z0-9_.-]/);
export const base64 = alphabet(/[A-Za-z0-9+/=]/);

/** The end of the run of such characters that starts at `start`, at most `limit`. */
export function endOfRun(text: string, start: number, chars: Uint8Array, limit = text.length): number {
  let end = start;
  while (end < limit && end < text.length && chars[text.charCodeAt(end)] === 1) end++;
  return end;
}
