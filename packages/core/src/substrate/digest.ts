import { createHmac } from "node:crypto";

const invisible = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/gu;

/** A keyed digest under which the same words are the same, however they were cased, spaced or encoded. */
export function contentDigest(key: Buffer, text: string): string {
  const normal = text.normalize("NFKC").replace(invisible, "").toLowerCase().replace(/\s+/gu, " ").trim();
  return createHmac("sha256", key).update(normal).digest("hex");
}
