/** A name as speakers and assignees are written: one to four words, perhaps with a role in brackets. */
const name = String.raw`[\p{Lu}\p{Ll}@][\p{L}\p{N}'’._&-]*(?:[ ](?:[\p{Lu}\d&][\p{L}\p{N}'’._&-]*|de|van|von|der|da|del|al|bin)){0,3}`;
const clock = String.raw`\[?\(?\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,3})?)?(?:\s?[AaPp]\.?[Mm]\.?)?\)?\]?`;
const stamp = String.raw`(?:\[?\d{4}-\d{2}-\d{2}[T ,]\s?\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?Z?\]?|${clock})`;

const spoken = new RegExp(
  String.raw`^\s*(?:${stamp}\s*[-–]?\s*)?(?:\*\*|__)?<?(${name})(?:\s*\(([^)\n]{1,40})\))?>?(?:\s*[\[(]?${stamp}[\])]?)?(?::(?:\*\*|__)?|(?:\*\*|__):)\s+`,
  "u",
);
const angled = new RegExp(String.raw`^\s*(?:${stamp}\s*)?<(${name})>\s+`, "u");
const headed = new RegExp(String.raw`^\s*(?:\*\*)?(${name})(?:\*\*)?(?:\s+|\s*[—–,-]\s*)${stamp}\s*$`, "u");
const stamped = new RegExp(String.raw`^\s*${stamp}\s*(?:-->.*|[-–]\s+)?`, "u");

/** "Due 2026-03-01: …" names a day, and nobody. */
const dated = /^(?:due|deadline)\b|\d{4}-\d\d-\d\d|\d[./]\d{1,2}[./]\d/i;

export interface Prefix {
  /** Who speaks, or whom the line names first. */
  who: string;
  length: number;
}

/** "[09:02] mika: ", "**Elke**: ", "Speaker 1 (Leonie Graf): ": who says what follows. */
export function speakerOf(line: string): Prefix | undefined {
  const match = spoken.exec(line) ?? angled.exec(line);
  if (match === null) return undefined;
  const [whole, who, inBrackets] = match;
  if (dated.test(who!)) return undefined;
  const isNumbered = /^speaker\b/i.test(who!) && inBrackets !== undefined;
  return { who: isNumbered ? inBrackets : who!, length: whole.length };
}

/** "Graham Tate 10:01" on a line of its own: who says the lines after it. */
export const speakerAbove = (line: string): string | undefined => headed.exec(line)?.[1];

/** The length of a time stamp at the start of a line. */
export const stampLength = (line: string): number => stamped.exec(line)?.[0].length ?? 0;

const bullet =
  /^\s*(?:(?:[-*•–‣◦+]|\d{1,3}(?:\.\d{1,3})*[.)]|\d{1,2}(?:\.\d{1,2}){1,3}(?=\s+\p{Lu})|\(?[a-zA-Z][.)])\s+)?(\[(?: |x|X|✓|done|todo)\]\s+)?/u;

export interface Bullet {
  length: number;
  isDone: boolean;
  isOpen: boolean;
}

/** "- ", "2. ", "- [x] ": the mark of an item of a list. */
export function bulletOf(line: string): Bullet | undefined {
  const [whole, box] = bullet.exec(line) ?? ["", undefined];
  if (whole.trim() === "") return undefined;
  const isOpen = box !== undefined && /\[ \]|todo/.test(box);
  return { length: whole.length, isDone: box !== undefined && !isOpen, isOpen };
}
