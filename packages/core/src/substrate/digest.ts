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
