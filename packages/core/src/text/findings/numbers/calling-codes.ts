/** How many digits a number may have after its country's code. */
const LENGTHS = `
  1 10, 7 10, 20 8-10, 27 9, 30 10, 31 9, 32 8-9, 33 9, 34 9, 36 8-9, 39 6-11, 40 9, 41 9, 43 7-13, 44 9-10, 45 8, 46 7-10,
  47 8, 48 9, 49 6-12, 51 8-9, 52 10-11, 53 8, 54 10-11, 55 10-11, 56 9, 57 8-10, 58 10, 60 8-10, 61 9, 62 8-12, 63 8-10,
  64 8-10, 65 8, 66 8-9, 81 9-10, 82 8-11, 84 9-10, 86 10-11, 90 10, 91 10, 92 9-10, 93 9, 94 9, 95 7-10, 98 10`;
/** Codes of three digits, by their first two. */
const LONG = "21 22 23 24 25 26 29 35 37 38 42 50 59 67 68 69 80 85 87 88 96 97 99";

const lengths = new Map(
  LENGTHS.split(",").map((entry) => {
    const [code, range] = entry.trim().split(" ") as [string, string];
    const [least, most = least] = range.split("-").map(Number) as [number, number?];
    return [code, [least, most] as const];
  }),
);
const long = new Set(LONG.split(" "));

/** Whether the digits are a country's code and as many digits as a number of that country has. */
export function isInternational(digits: string): boolean {
  for (const size of [1, 2]) {
    const range = lengths.get(digits.slice(0, size));
    if (range) return digits.length - size >= range[0] && digits.length - size <= range[1];
  }
  return long.has(digits.slice(0, 2)) && digits.length >= 9 && digits.length <= 15;
}
