import { ownTurn } from "../../async/index.js";
import type { OperationContext } from "../../services.js";
import { currentMemories } from "../../substrate/index.js";
import { otherPassages } from "./overlapping.sql.js";

/** Passages whose texts are read at once. */
const perRead = 100;

export interface Elsewhere {
  seen: string[];
  /** Those that the caller may not read. They are not looked into. */
  unseen: string[];
}

/**
 * Passages of other revisions whose words may depend on edits of these passages: they say some of the same sentences, or
 * have blocks in the place of some. The fold decides; this only keeps all others from being folded.
 */
export async function saidElsewhere(
  context: OperationContext,
  passages: readonly { id: string; text: string }[],
): Promise<Elsewhere> {
  const { who } = context;
  if (passages.length === 0) return { seen: [], unseen: [] };
  const given = new Set(passages.map(({ id }) => id));
  const rows = await context.read((tx) => otherPassages(tx, [...given]));
  const others = rows.filter(({ id }) => !given.has(id));
  const ids = others.filter(({ seen }) => seen).map(({ id }) => id);
  const says = ids.length === 0 ? () => false : sayings(passages.map(({ text }) => text));
  const seen: string[] = [];
  for (let from = 0; from < ids.length; from += perRead) {
    const part = await context.read((tx) => currentMemories(tx, who, ids.slice(from, from + perRead)));
    seen.push(...part.filter(({ text }) => text.includes("█") || says(text)).map(({ id }) => id));
    await ownTurn();
  }
  return { seen, unseen: others.filter((other) => !other.seen).map(({ id }) => id) };
}

const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/gu;
const sentenceEnds = /[.!?;…。！？؟]+(?=\s|$)|[。！？؟\n\r]/gu;

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .replace(invisible, "")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** What is shorter anybody says: the fold does not withhold it either. */
const isSaying = (words: readonly string[]): boolean => {
  const bytes = Buffer.byteLength(words.join(" "));
  return bytes >= 8 || (bytes >= 4 && words.some((word) => /[0-9]/.test(word)));
};
/** The end of a sentence with which a passage begins is looked for only if it is long: others may end so too. */
const shortEnd = 25;

/** Tells whether a text says a sentence of these texts. */
function sayings(texts: readonly string[]): (text: string) => boolean {
  const byFirst = new Map<string, string[][]>();
  const add = (words: string[]) => {
    if (!isSaying(words)) return;
    const known = byFirst.get(words[0]!) ?? [];
    byFirst.set(words[0]!, known);
    known.push(words);
  };
  for (const text of texts) {
    for (const [at, sentence] of text.split(sentenceEnds).entries()) {
      const words = wordsOf(sentence);
      if (at > 0 || /^\p{Lu}/u.test(sentence.trim()) || sentence.length > shortEnd) add(words);
      // A passage may begin in the middle of a word.
      if (at === 0 && sentence.length > shortEnd) add(words.slice(1));
    }
  }
  return (text) => {
    const words = wordsOf(text);
    return words.some((word, at) =>
      byFirst.get(word)?.some((said) => said.every((one, n) => words[at + n] === one)),
    );
  };
}
