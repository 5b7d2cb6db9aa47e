const values: Record<string, number> = { I: 1, V: 5, X: 10, L: 50 };

/** Up to 89. Longer ones are years, and most of their letters make words as well. */
const written = /^L?X{0,3}(?:IX|IV|V?I{0,3})$|^XL(?:IX|IV|V?I{0,3})$/;

/**
 * The number that a word stands for, in digits. A capital I alone is a pronoun, and the other letters alone count only as
 * capitals.
 */
export function romanNumeral(word: string): string | undefined {
  const letters = word.length > 1 ? word.toUpperCase() : word;
  if (letters === "I" || !written.test(letters)) return undefined;
  const digits = [...letters].map((letter) => values[letter]!);
  return String(digits.reduce((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0));
}
