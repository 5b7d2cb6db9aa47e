import { matchesIn } from "../../secrets/matches-in.js";
/** Digits without anything between them. */
export interface Group {
  start: number;
  end: number;
  digits: string;
  /** What stands between it and the group before it. */
  join: string;
}

/** Part of a chain: a number as it may have been written, with blanks, dots or dashes. */
export interface Written {
  start: number;
  end: number;
  digits: string;
  /** The lengths of its groups, as in `3-2-4`. */
  shape: string;
  /** What stands between its groups. */
  joins: string;
  text: string;
  /** No other digits stand directly before or after it. */
  alone: boolean;
}

const JOIN = /^[ .\-/()_]{1,3}$/;
const LETTER = /[\p{L}_]/u;
/** No number that is looked for has more digits, or fewer. */
const MAX_DIGITS = 19;
const MIN_DIGITS = 7;
const FEWEST_SINGLES = 5;

/** Groups of digits that may belong together. Digits beside letters belong to a name or a code and are left out. */
export function* chains(text: string): Iterable<Group[]> {
  for (const chain of rawChains(text)) yield joined(chain);
}

function* rawChains(text: string): Iterable<Group[]> {
  let chain: Group[] = [];
  for (const { index, 0: digits } of matchesIn(text, /\d+/g)) {
    const end = index + digits.length;
    const last = chain.at(-1);
    const join = last ? text.slice(last.end, Math.min(index, last.end + 4)) : "";
    if (last && (last.end + join.length < index || !JOIN.test(join))) {
      yield chain;
      chain = [];
    }
    if (isPartOfWord(text, index, end)) {
      if (chain.length > 0) yield chain;
      chain = [];
    } else chain.push({ start: index, end, digits, join: chain.length > 0 ? join : "" });
  }
  if (chain.length > 0) yield chain;
}

/** What a number may follow without a blank, as in ssn536904399. */
const GLUED = /(?<![A-Za-z])(?:ssn|sin|bsn|pesel|cpf|tel|phone|fax|mobile|card|cc|visa|mastercard|amex)$/i;

/** Letters of unspaced scripts do not count: 电话13812345678. Neither does a line between digits: 4111_1111. */
function isPartOfWord(text: string, start: number, end: number): boolean {
  const after = text.charCodeAt(end);
  // 555-0142x12 has an extension.
  const goesOn =
    after === UNDERSCORE ? isDigit(text.charCodeAt(end + 1)) : /^x\d/i.test(text.slice(end, end + 2));
  if (isWordSign(after) && !goesOn) return true;
  const before = text.charCodeAt(start - 1);
  if (before === UNDERSCORE && isDigit(text.charCodeAt(start - 2))) return false;
  if (isWordSign(before)) return !GLUED.test(text.slice(Math.max(0, start - 12), start));
  return before === HYPHEN && /[A-Za-z]-$/.test(text.slice(Math.max(0, start - 2), start));
}

const [HYPHEN, UNDERSCORE] = [45, 95];
const isDigit = (code: number) => code >= 48 && code <= 57;

/** Not a number at the edge of the text, where there is no code. */
function isWordSign(code: number): boolean {
  if (code < 128) return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
  return code >= 128 && LETTER.test(String.fromCharCode(code)) && !isUnspaced(String.fromCharCode(code));
}

const isUnspaced = (letter: string) =>
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(letter);

/** The numbers that begin with a group, the longest first. */
export function numbersFrom(text: string, chain: Group[], from: number): (Written & { last: number })[] {
  const made: (Written & { last: number })[] = [];
  const { start } = chain[from]!;
  let digits = "";
  let shape = "";
  let joins = "";
  for (let last = from; last < chain.length; last++) {
    const group = chain[last]!;
    digits += group.digits;
    if (digits.length > MAX_DIGITS) break;
    shape += last > from ? `-${group.digits.length}` : group.digits.length;
    if (last > from && !joins.includes(group.join)) joins += group.join;
    if (digits.length < MIN_DIGITS) continue;
    const alone = isApart(chain[from]!.join) && isApart(chain[last + 1]?.join ?? "");
    made.push({
      start,
      end: group.end,
      digits,
      shape,
      joins,
      last,
      alone,
      text: text.slice(start, group.end),
    });
  }
  return made.reverse();
}

/** Nothing, a slash between blanks, or the end of a sentence. */
export const isApart = (join: string) => join === "" || (join.length > 1 && !/[()]/.test(join));

/** Digits that are written one by one are one group. */
function joined(chain: Group[]): Group[] {
  const groups: Group[] = [];
  let singles: Group[] = [];
  const close = () => {
    const [first, last] = [singles[0], singles.at(-1)];
    if (first && last && singles.length >= FEWEST_SINGLES) {
      groups.push({ ...first, end: last.end, digits: singles.map(({ digits }) => digits).join("") });
    } else groups.push(...singles);
    singles = [];
  };
  for (const group of chain) {
    if (group.digits.length === 1) singles.push(group);
    else {
      close();
      groups.push(group);
    }
  }
  close();
  return groups;
}
