/** Entities for characters that matter in an address, a number or a key. */
const NAMED = new Map(
  Object.entries({
    ...{ commat: "@", period: ".", dot: ".", lowbar: "_", hyphen: "-", dash: "-", plus: "+", colon: ":" },
    ...{ sol: "/", equals: "=", lpar: "(", rpar: ")", amp: "&", quot: '"', apos: "'", lt: "<", gt: ">" },
    ...{ nbsp: " ", num: "#", percnt: "%", shy: "", zwnj: "", zwj: "" },
  }),
);
const LONGEST_NAME = 8;

/** An escape, and the character that it stands for; undefined for an invisible one. */
export interface Escape {
  length: number;
  unit: number | undefined;
}

const [AMPERSAND, BACKSLASH, PERCENT, HASH, EQUALS] = [38, 92, 37, 35, 61];
const [SEMICOLON, OPEN, CLOSE, U, X] = [59, 123, 125, 117, 120];
const LETTER = /[\p{L}\p{M}]/u;
/** Small letters differ from capitals in this bit. */
const SMALL = 32;

/** The escape that begins at a place. What follows the text must be zeros. */
export function escapeAt(units: Uint16Array, at: number, quotedPrintable: boolean): Escape | undefined {
  const first = units[at];
  if (first === PERCENT) return escapeOf(at, digitsAt(units, at + 1, 16, 2, 2));
  if (first === EQUALS && quotedPrintable) return escapeOf(at, digitsAt(units, at + 1, 16, 2, 2));
  if (first === BACKSLASH) {
    const octal = digitsAt(units, at + 1, 8, 3, 3);
    if (octal) return escapeOf(at, octal);
    const kind = units[at + 1]! | SMALL;
    if (kind === X) return escapeOf(at, digitsAt(units, at + 2, 16, 2, 2));
    if (kind !== U) return undefined;
    if (units[at + 2] !== OPEN) return escapeOf(at, digitsAt(units, at + 2, 16, 4, 4), 0, true);
    const braced = digitsAt(units, at + 3, 16, 1, 6);
    return braced && units[braced.end] === CLOSE ? escapeOf(at, braced, 1, true) : undefined;
  }
  if (first !== AMPERSAND) return undefined;
  if (units[at + 1] !== HASH) return nameAt(units, at);
  const isHex = (units[at + 2]! | SMALL) === X;
  const number = isHex ? digitsAt(units, at + 3, 16, 1, 6) : digitsAt(units, at + 2, 10, 1, 7);
  return number && escapeOf(at, number, units[number.end] === SEMICOLON ? 1 : 0, true);
}

interface Digits {
  value: number;
  end: number;
}

function digitsAt(
  units: Uint16Array,
  from: number,
  base: number,
  least: number,
  most: number,
): Digits | undefined {
  let [value, end] = [0, from];
  while (end < from + most) {
    const digit = digitOf(units[end]!);
    if (!(digit < base)) break;
    value = value * base + digit;
    end++;
  }
  return end - from < least ? undefined : { value, end };
}

/** NaN if it is no digit. */
function digitOf(unit: number): number {
  if (unit >= 48 && unit <= 57) return unit - 48;
  const small = unit | SMALL;
  return small >= 97 && small <= 102 ? small - 87 : Number.NaN;
}

/**
 * What is looked for consists of printable ASCII, and the words beside it of letters of any script, as in
 * `contrase\u00f1a`. A single byte, as in `%f1`, says no letter.
 */
function escapeOf(
  at: number,
  digits: Digits | undefined,
  closing = 0,
  ofAnyScript = false,
): Escape | undefined {
  if (digits === undefined || digits.value < 0x20) return undefined;
  const { value } = digits;
  if (value > 0x7e && !(ofAnyScript && value <= 0xffff && LETTER.test(String.fromCharCode(value))))
    return undefined;
  return { length: digits.end + closing - at, unit: value };
}

function nameAt(units: Uint16Array, at: number): Escape | undefined {
  let [name, end] = ["", at + 1];
  while (end <= at + LONGEST_NAME) {
    const small = units[end]! | SMALL;
    if (!(small >= 97 && small <= 122)) break;
    name += String.fromCharCode(small);
    end++;
  }
  const sign = NAMED.get(name);
  if (sign === undefined) return undefined;
  const closing = units[end] === SEMICOLON ? 1 : 0;
  return { length: end + closing - at, unit: sign === "" ? undefined : sign.charCodeAt(0) };
}
