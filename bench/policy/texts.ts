import { seededRandom } from "../lib/random.js";

/** So much of a text is left when the JSON around it is counted in the limit of 32 KB. */
export const mostBytes = 32 * 1024 - 100;

const fitted = (part: string, bytes: number): string =>
  part.repeat(Math.ceil(bytes / part.length)).slice(0, bytes);

/** Texts that each look like the beginning of something to be found, again and again. */
export const texts: Record<string, (bytes: number) => string> = {
  plain: (bytes) => fitted("The heron waded through the marsh at dawn, and nobody saw it leave. ", bytes),
  "personal data": (bytes) =>
    fitted("Write to ann@example.org or call +44 20 7946 0958 before noon. ", bytes),
  digits: (bytes) => fitted("1234 ", bytes),
  "one word": (bytes) => fitted("a", bytes),
  "at signs": (bytes) => fitted("a@", bytes),
  "dots and ats": (bytes) => fitted("name at example dot ", bytes),
  entities: (bytes) => fitted("&#64;", bytes),
  base64: (bytes) => fitted("YW5uQGV4YW1wbGUub3Jn", bytes),
  "number words": (bytes) => fitted("one two three four five ", bytes),
  assignments: (bytes) => fitted("password=", bytes),
  escapes: (bytes) => fitted("%25", bytes),
  "nested escapes": (bytes) => fitted("&amp;amp;amp;#64;", bytes),
  "account numbers": (bytes) => fitted("DE89 3704 0044 0532 0130 00 ", bytes),
  "invisible signs": (bytes) => fitted("a\u200b", bytes / 2),
};

/** Letters in no order, so that a rule such as a[ab]{200} is never in the same state twice. */
export function lettersInNoOrder(bytes: number): string {
  const { next } = seededRandom(1);
  return Array.from({ length: bytes }, () => (next() < 0.5 ? "a" : "b")).join("");
}
