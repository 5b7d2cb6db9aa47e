import { type Attributes, kindOf } from "@palimpsest/contract";
import { bareWords, keyedDigest, withoutListsAndLinks, withoutMarkup } from "../text/index.js";

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
}

export function digestsOf(key: Buffer, text: string): Digests {
  const exact = text.normalize("NFKC").replace(invisible, "").toLowerCase().replace(/\s+/gu, " ").trim();
  const plain = withoutMarkup(text);
  const ofWords = (reading: string) => keyedDigest(key, bareWords(reading));
  const wordsHash = ofWords(plain);
  const unlisted = withoutListsAndLinks(plain);
  return {
    hash: keyedDigest(key, exact),
    wordsHash,
    earlierWordsHash: text === plain ? wordsHash : ofWords(text),
    unlistedWordsHash: unlisted === plain ? wordsHash : ofWords(unlisted),
  };
}

/** What a memory says. */
interface Worded {
  text: string;
  attributes: Attributes;
}

/**
 * Digests of the texts that a composed text consists of (a decision and each reason for it, a title and details), by
 * which a retracted sentence is known again in any of them. Those that `before` had are left out.
 */
export function partDigests(key: Buffer, kind: string, now: Worded, before?: Worded): Digests[] {
  if (kindOf(kind).text === undefined) return [];
  const known = new Set([now.text.trim(), ...(before ? partsOf(before) : [])]);
  return partsOf(now)
    .filter((part) => !known.has(part))
    .map((part) => digestsOf(key, part));
}

const partsOf = ({ text, attributes }: Worded): string[] => {
  const spaced = text.replace(/\s+/gu, " ");
  return Object.values(attributes)
    .flat()
    .flatMap((value) => (typeof value === "string" ? value.trim() : []))
    .filter((part) => part !== "" && spaced.includes(part.replace(/\s+/gu, " ")));
};

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
