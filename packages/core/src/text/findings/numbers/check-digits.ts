const numbersOf = (digits: string) => Array.from(digits, Number);

/** The sum of each digit times its weight. */
export const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0);

export function luhn(digits: string): boolean {
  let sum = 0;
  for (const [at, digit] of numbersOf(digits).reverse().entries()) {
    const twice = at % 2 === 1 ? digit * 2 : digit;
    sum += twice > 9 ? twice - 9 : twice;
  }
  return sum % 10 === 0;
}

/** ISO 7064 MOD 11,10. */
export function mod11and10(digits: string): boolean {
  let product = 10;
  for (const digit of numbersOf(digits.slice(0, -1))) {
    const sum = (digit + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === Number(digits.at(-1));
}

/** The remainder of a long decimal number. */
export function remainder(digits: string, by: number): number {
  let rest = 0;
  for (const digit of numbersOf(digits)) rest = (rest * 10 + digit) % by;
  return rest;
}

const TIMES = ["0123456789", "1234067895", "2340178956", "3401289567", "4012395678"].concat([
  "5987604321",
  "6598710432",
  "7659821043",
  "8765932104",
  "9876543210",
]);
const TURNS = ["0123456789", "1576283094", "5803796142", "8916043527"].concat([
  "9453126870",
  "4286573901",
  "2793806415",
  "7046913258",
]);

/** Verhoeff's check, over the dihedral group of ten elements. */
export function verhoeff(digits: string): boolean {
  let check = 0;
  for (const [at, digit] of numbersOf(digits).reverse().entries()) {
    check = Number(TIMES[check]![Number(TURNS[at % 8]![digit])]);
  }
  return check === 0;
}

/** Whether a year of four digits, a month and a day can be a date of birth. */
export function isBirthDate(year: number, month: number, day: number): boolean {
  if (year < 1850 || year > 2100) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
