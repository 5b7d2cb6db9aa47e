import { keyedDigest } from "../../text/index.js";

const invisible = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/gu;

/** A keyed digest that is equal for texts which differ only in case, spacing or Unicode encoding. */
export const contentDigest = (key: Buffer, text: string): string =>
  keyedDigest(key, text.normalize("NFKC").replace(invisible, "").toLowerCase().replace(/\s+/gu, " ").trim());
