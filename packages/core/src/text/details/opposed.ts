/** Syllables that turn a word into its opposite, and those that give way to them, as in enable and disable. */
const negating = ["un", "dis", "in", "im", "il", "ir", "non", "mis", "de", "anti", "ex", "des", "dés"];
const replaced = ["en", "em"];
const leastRoot = 3;

/** The readings of a word: as it is, and as a syllable before the rest. */
function readings(word: string): [before: string, root: string][] {
  const split = [...negating, ...replaced]
    .filter((before) => word.startsWith(before) && word.length - before.length >= leastRoot)
    .map((before) => [before, rootOf(word.slice(before.length))] as [string, string]);
  return [["", rootOf(word)], ...split];
}

/** Without the ending, so that "likes" is compared with "dislike". */
function rootOf(word: string): string {
  const root = word.replace(/(?:ing|ed|es|s|d|e)$/u, "");
  return root.length >= leastRoot ? root : word;
}

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{M}]+/gu) ?? [];

/** Whether one text has a word where the other has its opposite, told by how they begin: safe and unsafe. */
export function areOpposed(one: string, other: string): boolean {
  const [a, b] = [new Set(wordsOf(one)), new Set(wordsOf(other))];
  const ofOther = new Map<string, Set<string>>();
  for (const word of b) {
    if (a.has(word)) continue;
    for (const [before, root] of readings(word)) {
      ofOther.set(root, (ofOther.get(root) ?? new Set()).add(before));
    }
  }
  return [...a].some(
    (word) =>
      !b.has(word) &&
      readings(word).some(([before, root]) =>
        [...(ofOther.get(root) ?? [])].some(
          (opposite) =>
            opposite !== before && [before, opposite].some((syllable) => negating.includes(syllable)),
        ),
      ),
  );
}
