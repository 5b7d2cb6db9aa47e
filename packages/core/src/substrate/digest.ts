import { type Attributes, kindOf } from "@palimpsest/contract";
import { bareWords, keyedDigest, undecorated, withoutListsAndLinks, withoutMarkup } from "../text/index.js";
import { isName } from "./is-name.js";

const invisible = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/gu;

/** Keyed digests by which a text is known again without being read. */
export interface Digests {
  /** Equal for texts which differ only in case, spacing or Unicode encoding. */
  hash: string;
  /** Equal for texts with the same words, whatever the markup and the punctuation beside and between them. */
  wordsHash: string;
  /** The same as an earlier release made it, which saw through less markup. */
  earlierWordsHash: string;
  /** The same without the numbers of lists and the targets of links. A retracted text is known again by this too. */
  unlistedWordsHash: string;
  /**
   * Its words without signs and pictures between them, with spaced letters joined, and with what nobody sees read as
   * blanks; none if that changes nothing.
   */
  undecoratedWordsHashes: string[];
}

export function digestsOf(key: Buffer, text: string): Digests {
  const exact = text.normalize("NFKC").replace(invisible, "").toLowerCase().replace(/\s+/gu, " ").trim();
  const plain = withoutMarkup(text);
  const ofWords = (reading: string) => keyedDigest(key, bareWords(reading));
  const wordsHash = ofWords(plain);
  const unlisted = withoutListsAndLinks(plain);
  // What nobody sees may stand within a word, or in place of the blanks between words.
  const parted = text.replace(invisible, " ");
  const others = [...undecorated(plain), ...(parted === text ? [] : [withoutMarkup(parted)])];
  return {
    hash: keyedDigest(key, exact),
    wordsHash,
    earlierWordsHash: text === plain ? wordsHash : ofWords(text),
    unlistedWordsHash: unlisted === plain ? wordsHash : ofWords(unlisted),
    undecoratedWordsHashes: others.map(ofWords),
  };
}

/** What a memory says. */
interface Worded {
  text: string;
  attributes: Attributes;
  tags?: readonly string[];
}

/**
 * Digests of what a memory says beside its text: the texts that a composed one consists of (a decision and each reason
 * for it, a title and details), tags, sources, notes, names and metadata. By them a retracted sentence is known again in
 * any of them. Those that `before` had are left out.
 */
export function partDigests(key: Buffer, kind: string, now: Worded, before?: Worded): Digests[] {
  const known = new Set([now.text.trim(), ...(before ? partsOf(kind, before) : [])]);
  return [...new Set(partsOf(kind, now))]
    .filter((part) => !known.has(part))
    .map((part) => digestsOf(key, part));
}

function partsOf(kind: string, { text, attributes, tags = [] }: Worded): string[] {
  const composed = kindOf(kind).text !== undefined;
  const spaced = text.replace(/\s+/gu, " ");
  const isPart = (said: string) => composed && spaced.includes(said.replace(/\s+/gu, " "));
  const given = Object.entries(attributes).filter(([name]) => !isName(name));
  return [...tags, ...given.flatMap(([, value]) => textsIn(value))]
    .map((said) => said.trim())
    .filter((said) => said !== "" && (!isLabel(said) || isPart(said)));
}

/** Every text in a value, and each key that is more than a word. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, inside]) => [
    ...(/\s/u.test(name) ? [name] : []),
    ...textsIn(inside),
  ]);
}

/** One word without a digit names or sorts something. Scripts without spaces write whole sentences as one word. */
const isLabel = (said: string): boolean =>
  /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{M}\p{P}\p{S}]+$/u.test(said);

/** Digests of the texts, at any depth, of what stands beside memories: the title of a document, the state of a plan. */
export const besideDigests = (key: Buffer, value: unknown): Digests[] =>
  [...new Set(textsIn(value).map((said) => said.trim()))]
    .filter((said) => said !== "" && !isLabel(said))
    .map((said) => digestsOf(key, said));

/**
 * Names the turns of one user in a session that an agent may use for several, so that no words of one user find or rank
 * what is kept for another. It is a digest because it outlives what is kept; no session's name begins with a line break.
 */
export function userThread(
  key: Buffer,
  { sessionId, audience = [] }: { sessionId?: string; audience?: string[] },
  { user_id }: Attributes,
): string | undefined {
  if (sessionId === undefined || audience.length !== 1 || audience[0] !== user_id) return undefined;
  return `\n${keyedDigest(key, `thread\n${sessionId}\n${user_id}`)}`;
}
