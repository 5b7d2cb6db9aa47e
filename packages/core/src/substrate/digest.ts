import { type Attributes, kindOf } from "@palimpsest/contract";
import { bareWords, keyedDigest } from "../text/index.js";

const invisible = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/gu;

/** Keyed digests by which a text is known again without being read. */
export interface Digests {
  /** Equal for texts which differ only in case, spacing or Unicode encoding. */
  hash: string;
  /** Equal for texts with the same words, whatever the punctuation beside and between them. */
  wordsHash: string;
}

export const digestsOf = (key: Buffer, text: string): Digests => ({
  hash: keyedDigest(
    key,
    text.normalize("NFKC").replace(invisible, "").toLowerCase().replace(/\s+/gu, " ").trim(),
  ),
  wordsHash: keyedDigest(key, bareWords(text)),
});

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
