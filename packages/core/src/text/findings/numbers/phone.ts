import { isInternational } from "./calling-codes.js";
import type { Written } from "./chains.js";
import type { Surroundings } from "./surroundings.js";

/** What follows a quantity or a price. */
const UNIT =
  /^\s?(?:€|\$|£|¥|%|kg|km|m\b|eur|usd|gbp|euro|dollars?|people|users|rows|bytes|views|inhabitants|habitants|einwohner|personen)/i;
const MONEY = /[$€£¥₹]\s?$|\b(?:eur|usd|gbp|chf|inr|jpy)\s?$/i;

/** Shapes of national numbers without a leading 0, and what else must hold. */
const SHAPES: Record<string, (digits: string, text: string) => boolean> = {
  "3-3-4": (d) => /^[2-9]/.test(d),
  "1-3-3-4": (d) => d.startsWith("1"),
  "1-3-3-2-2": (d) => /^[78]/.test(d),
  "3-4-4": (d) => /^1[3-9]/.test(d),
  "5-5": (d) => /^[6-9]/.test(d),
  "2-5-4": (d, text) => d[2] === "9" && /-\d{4}$/.test(text),
  "2-4-4": (_, text) => /^\d{2}\) ?\d{4}-/.test(text),
  "3-3-3": (d, text) => /^[67]/.test(d) && !/\./.test(text),
  "3-2-2-2": (d) => /^[6-9]/.test(d),
  "2-3-2-2": (d) => /^[89]/.test(d),
  "4-3-3": (d) => /^1[38]00/.test(d),
};
/** The last group may be a single digit, as in the extension of a switchboard. */
const TRUNK = /^[2-6](?:-[2-8]){1,4}(?:-1)?$/;

/** Whether a number, where it stands, is one that somebody can call. */
export function isPhone(around: Surroundings, written: Written, spelled: boolean): boolean {
  const { end, digits, shape, alone, text } = written;
  if (digits.length > 15) return false;
  if (around.hasPlus) return isInternational(national(written));
  const shaped =
    (alone && !written.joins.includes("_") && isShaped(written)) || (spelled && digits.length >= 10);
  if (!shaped && (!around.isCalled || /^\d+\.\d+$/.test(text))) return false;
  if (/^(\d)\1*$/.test(digits) || /\d\.$|[\d.]\d,$/.test(around.before)) return false;
  return !isDate(shape, digits) && !isMeasure(around, end) && !around.isOtherNumber;
}

const isShaped = (written: Written): boolean => {
  const { digits, shape, text } = written;
  if (/^00[1-9]/.test(digits) && isInternational(digits.slice(2)) && shape.includes("-")) return true;
  return (SHAPES[shape]?.(digits, text) ?? false) || isTrunk(written);
};

/** Without the 0 of `+49 (0)30`. */
const national = ({ digits, text }: Written) =>
  /\(0\)/.test(text) ? digits.replace(/^(\d{1,3}?)0/, "$1") : digits;

/** A number with the leading 0 of calls within a country, in groups. */
const isTrunk = ({ digits, shape, joins }: Written): boolean =>
  /^0[1-9]/.test(digits) &&
  digits.length >= 9 &&
  digits.length <= 12 &&
  shape.includes("-") &&
  TRUNK.test(shape) &&
  !/_/.test(joins);

const isMeasure = ({ text, before }: Surroundings, end: number): boolean =>
  MONEY.test(before) || UNIT.test(text.slice(end, end + 14));

/** 2024-05-01, 01.05.2024 10 and the like. */
function isDate(shape: string, digits: string): boolean {
  if (/^[12]-[12]-4(?:-|$)/.test(shape)) return true;
  return /^4-[12]-[12](?:-|$)/.test(shape) && /^(?:19|20)/.test(digits);
}
