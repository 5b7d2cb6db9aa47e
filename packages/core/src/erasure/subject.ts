import { keyedDigest } from "../text/index.js";

export interface Subject {
  subject_type: string;
  subject_id: string;
}

/** What stays of a subject's name: whoever lacks the tenant's key can neither read nor guess it. */
export const subjectDigest = (digestKey: Buffer, { subject_type, subject_id }: Subject): string =>
  keyedDigest(digestKey, `erasure\n${subject_type}\n${subject_id}`);

const escaped = (id: string) => id.replace(/[^\p{L}\p{N}_\s]/gu, "\\$&");
/** Scripts without spaces have no bounds of words to look for. */
const hasWords = (id: string) => /^[\x20-\x7e]+$/.test(id);

/** A pattern of Postgres that finds the subject's id as a word, whatever its case. */
export const namePattern = (id: string): string =>
  hasWords(id) ? `(^|[^[:alnum:]_])${escaped(id)}($|[^[:alnum:]_])` : escaped(id);

/** The same for a text at hand. */
export const names = (text: string, id: string): boolean => {
  const pattern = hasWords(id)
    ? `(?<![\\p{L}\\p{N}_])${escapedHere(id)}(?![\\p{L}\\p{N}_])`
    : escapedHere(id);
  return new RegExp(pattern, "iu").test(text);
};

const escapedHere = (id: string) => id.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
