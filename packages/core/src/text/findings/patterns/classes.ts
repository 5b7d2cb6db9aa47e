import { inverted, type Range, tidy } from "./syntax.js";

type Refusal = new (message: string) => Error;

const code = (sign: string) => sign.charCodeAt(0);
const DIGIT: Range[] = [[code("0"), code("9")]];
export const WORD: Range[] = [
  ...DIGIT,
  [code("A"), code("Z")],
  [code("_"), code("_")],
  [code("a"), code("z")],
];
const SPACE: Range[] = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const CLASSES: Record<string, Range[]> = { d: DIGIT, w: WORD, s: SPACE };
const CONTROLS: Record<string, number> = { n: 10, r: 13, t: 9, f: 12, v: 11, "0": 0 };
const PROPERTY = /^[pP]\{(L|Lu|Ll|N|Nd|P|S|Z|sc=[A-Za-z]{3,20}|Script=[A-Za-z]{3,20})\}/;

export const isClassEscape = (rest: string): boolean => /^[dDwWsSpP]/.test(rest);

/** The characters of `\d`, `\w`, `\s`, `\p{L}` and their opposites. */
export function classRanges(rest: string, Refused: Refusal): { ranges: Range[]; length: number } {
  const sign = rest.charAt(0);
  const lower = sign.toLowerCase();
  const negated = sign !== lower;
  if (lower !== "p") return { ranges: negated ? inverted(CLASSES[lower]!) : CLASSES[lower]!, length: 1 };
  const found = PROPERTY.exec(rest);
  if (!found) throw new Refused("has a \\p that is not known; use \\p{L}, \\p{N}, \\p{P} or \\p{sc=Greek}");
  const ranges = propertyRanges(found[1]!, Refused);
  return { ranges: negated ? inverted(ranges) : ranges, length: found[0].length };
}

const known = new Map<string, Range[]>();

function propertyRanges(name: string, Refused: Refusal): Range[] {
  const before = known.get(name);
  if (before) return before;
  let member: RegExp;
  try {
    member = new RegExp(`\\p{${name}}`, "u");
  } catch {
    throw new Refused(`has \\p{${name}}, which is not known`);
  }
  const ranges: Range[] = [];
  for (let unit = 0; unit <= 0xffff; unit++) {
    if (unit < 0xd800 || unit > 0xdfff) if (member.test(String.fromCharCode(unit))) ranges.push([unit, unit]);
  }
  const tidied = tidy(ranges);
  known.set(name, tidied);
  return tidied;
}

/** One character: `\n`, `\x41`, `\u0041`, or a sign that stands for itself. */
export function escapedUnit(rest: string, Refused: Refusal): { unit: number; length: number } {
  const sign = rest.charAt(0);
  const hex = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4}))/.exec(rest);
  if (hex) return { unit: Number.parseInt(hex[1] ?? hex[2]!, 16), length: hex[0].length };
  if (sign in CONTROLS) return { unit: CONTROLS[sign]!, length: 1 };
  if (/[A-Za-z0-9]/.test(sign)) throw new Refused(`has \\${sign}, which is not known`);
  return { unit: sign.charCodeAt(0), length: 1 };
}

/** With the other case of every letter. Long ranges of other scripts are left as they are. */
export function foldCase(ranges: readonly Range[]): Range[] {
  const folded: Range[] = [...ranges];
  for (const [from, to] of ranges) {
    for (let unit = from; unit <= Math.min(to, from + 700); unit++) {
      const sign = String.fromCharCode(unit);
      for (const other of [sign.toLowerCase(), sign.toUpperCase()]) {
        if (other.length === 1 && other !== sign) folded.push([other.charCodeAt(0), other.charCodeAt(0)]);
      }
    }
  }
  return tidy(folded);
}
