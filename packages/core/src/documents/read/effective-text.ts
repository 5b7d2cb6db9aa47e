/** A passage of a document as it may be shown, and its place in the text as it was ingested. */
export interface Passage {
  start: number;
  end: number;
  text: string;
  /** `withheld`: blocks stand for its words, as many as they were. `amended`: an edit put in other words, of any length. */
  state: "plain" | "withheld" | "amended";
}

/**
 * The text of a document as it reads now. Passages overlap: what is withheld in one is not shown by its neighbour, and
 * where one was amended the neighbour's words give way.
 */
export function effectiveText(passages: readonly Passage[]): string {
  let text = "";
  let before: Passage | undefined;
  for (const passage of passages) {
    const shared = before === undefined ? 0 : Math.max(0, before.end - passage.start);
    if (passage.state === "plain" || before === undefined || before.state !== "plain") {
      text += passage.state === "amended" ? passage.text : passage.text.slice(shared);
    } else text = text.slice(0, text.length - shared) + passage.text;
    before = passage;
  }
  return text;
}

/** Each passage by itself, without the words that it shares with one that is withheld. */
export function effectivePassages(passages: readonly Passage[]): string[] {
  return passages.map((passage, at) => {
    if (passage.state !== "plain") return passage.text;
    let { text } = passage;
    const [before, after] = [passages[at - 1], passages[at + 1]];
    if (before?.state === "withheld" && before.end > passage.start) {
      const shared = before.end - passage.start;
      text = before.text.slice(-shared) + text.slice(shared);
    }
    if (after?.state === "withheld" && passage.end > after.start) {
      const shared = passage.end - after.start;
      text = text.slice(0, text.length - shared) + after.text.slice(0, shared);
    }
    return text;
  });
}
