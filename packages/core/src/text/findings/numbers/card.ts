import type { Written } from "./chains.js";
import { luhn } from "./check-digits.js";

/** The first digits of each network, and how long its numbers are. */
const NETWORKS: readonly [RegExp, readonly number[]][] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:6011|65|64[4-9])/, [16, 19]],
  [/^3(?:0[0-5]|[689])/, [14, 16]],
  [/^35(?:2[89]|[3-8])/, [16, 19]],
  [/^62/, [16, 17, 18, 19]],
  [/^(?:5018|5020|5038|6304|6759|676[1-3]|6390)/, [13, 14, 15, 16, 17, 18, 19]],
  [/^220[0-4]/, [16]],
];
const SHAPE = /^(?:\d{2}|4-4-4-4(?:-3)?|4-6-[45]|4-4-4-1|4-4-5|8-8|6-13)$/;

/** Numbers of payment cards: of a network, with the check digit of Luhn. */
export const isCard = ({ digits, shape }: Pick<Written, "digits" | "shape">): boolean =>
  SHAPE.test(shape) &&
  NETWORKS.some(([start, lengths]) => start.test(digits) && lengths.includes(digits.length)) &&
  !/^(\d)\1*$/.test(digits) &&
  luhn(digits);
