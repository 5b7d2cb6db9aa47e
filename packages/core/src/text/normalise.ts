import { createHmac } from "node:crypto";
import { invalidField, isVisible } from "@palimpsest/contract";
import { hasTooManyMarks, MAX_MARKS } from "./bound-marks.js";
import { unicodeProblem } from "./unicode-problem.js";

/** A digest of a text that cannot be found by hashing guesses, since it needs the key. */
export const keyedDigest = (key: string | Uint8Array, text: string): string =>
  createHmac("sha256", key).update(text).digest("hex");

/** Characters outside the first plane count once, as in the contract. */
function isLonger(text: string, maxChars: number): boolean {
  if (text.length <= maxChars) return false;
  let count = 0;
  for (const _ of text) if (++count > maxChars) return true;
  return false;
}

/**
 * Throws if a text cannot be stored, has nothing to read in it, or is too long before or after normalisation. `beside`:
 * other fields that are part of it.
 */
export function assertText(
  field: string,
  text: string,
  { maxChars, beside = [] }: { maxChars: number; beside?: readonly string[] },
): void {
  const has = beside.length === 0 ? "has" : `has, together with ${beside.join(", ")},`;
  if (isLonger(text, maxChars)) {
    throw invalidField(field, `${has} more than ${maxChars} characters`, "PAYLOAD_TOO_LARGE");
  }
  const problem = unicodeProblem(text);
  if (problem !== undefined) throw invalidField(field, problem, "INVALID_UNICODE");
  if (!isVisible(text)) throw invalidField(field, "holds no visible text", "EMPTY_CONTENT");
  if (hasTooManyMarks(text)) {
    throw invalidField(field, `has more than ${MAX_MARKS} combining marks on one character`);
  }
  if (isLonger(text.normalize("NFKC"), maxChars)) {
    throw invalidField(
      field,
      `${has} more than ${maxChars} characters after Unicode normalisation`,
      "PAYLOAD_TOO_LARGE",
    );
  }
}

const apostrophe = /[\u2018\u2019\u02bc\u00b4`]/g;

const dash = /[\u2010-\u2015\u2212]/g;
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Points of vowels, which Hebrew and Arabic are written with or without, and the stroke that lengthens a word. */
const points = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;
/** Hebrew marks an abbreviation or a foreign sound with signs that look like quotation marks. */
const geresh = /\u05f3/g;
const gershayim = /[\u05f4\u201c\u201d]/g;

/**
 * A name as names are compared: without regard to case, width, encoding, invisible characters, optional points, and how it
 * is spaced. Whoever writes or looks for a name folds it by this.
 */
export const foldName = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(invisible, "")
    .replace(points, "")
    .replace(geresh, "'")
    .replace(gershayim, '"')
    .replace(apostrophe, "'")
    .replace(dash, "-")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase()
    .normalize("NFC");
