/** Digits in one run, or in the groups printed on a card. */
const CARD =
  /(?<![\p{L}\p{N}_.-])(?:\d{14,16}|\d{4}([ -])\d{4}\1\d{4}\1\d{4}|\d{4}([ -])\d{6}\2\d{4,5})(?![\p{L}\p{N}_]|[-.]\d)/gu;
/** Issuers and the lengths that their numbers have. */
const ISSUED =
  /^(?:4\d{15}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d{2}|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|6(?:011|5\d{2}|4[4-9]\d)\d{12}|35\d{14}|62\d{14})$/;

export function hasCard(text: string): boolean {
  return Array.from(text.matchAll(CARD)).some(([match]) => {
    const digits = match.replace(/\D/g, "");
    return ISSUED.test(digits) && luhn(digits);
  });
}

function luhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
