/** Folded patterns of late: a check compares its text with all of them. */
const folded = new Map<string, string>();
const mostFolded = 20_000;

/**
 * What differs only in width, case or blanks is the same. Letters with two small forms, and those whose capitals are two
 * letters (ß), become one by way of their capitals; the dot of a Turkish İ and the form of a last sigma go.
 */
export const foldText = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKC")
    .replace(/i\u0307/gu, "i")
    .replace(/ς/gu, "σ")
    .replace(/\s+/gu, " ")
    .trim();

/** The same for a pattern, which is asked for again and again. */
export function foldPattern(pattern: string): string {
  const known = folded.get(pattern);
  if (known !== undefined) return known;
  if (folded.size >= mostFolded) folded.clear();
  const made = foldText(pattern);
  folded.set(pattern, made);
  return made;
}
