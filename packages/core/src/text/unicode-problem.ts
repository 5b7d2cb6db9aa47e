/** Why a text cannot be stored, in words that follow its name; undefined if it can. */
export function unicodeProblem(text: string): string | undefined {
  if (text.includes("\0")) return "holds a NUL character; remove it";
  if (!text.isWellFormed()) return "holds half a surrogate pair; send valid Unicode";
  return undefined;
}
