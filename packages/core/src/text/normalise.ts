import { createHmac } from "node:crypto";
import { invalidField, isVisible } from "@palimpsest/contract";
import { hasTooManyMarks, MAX_MARKS } from "./bound-marks.js";
import { unicodeProblem } from "./unicode-problem.js";

/** A digest of a text that cannot be found by hashing guesses, since it needs the key. */
export const keyedDigest = (key: string | Uint8Array, text: string): string =>
  createHmac("sha256", key).update(text).digest("hex");

/** Throws if a text cannot be stored, has nothing to read in it, or is too long before or after normalisation. */
export function assertText(field: string, text: string, { maxChars }: { maxChars: number }): void {
  if (text.length > maxChars) {
    throw invalidField(field, `has more than ${maxChars} characters`, "PAYLOAD_TOO_LARGE");
  }
  const problem = unicodeProblem(text);
  if (problem !== undefined) throw invalidField(field, problem, "INVALID_UNICODE");
  if (!isVisible(text)) throw invalidField(field, "holds no visible text", "EMPTY_CONTENT");
  if (hasTooManyMarks(text)) {
    throw invalidField(field, `has more than ${MAX_MARKS} combining marks on one character`);
  }
  if (text.normalize("NFKC").length > maxChars) {
    throw invalidField(
      field,
      `has more than ${maxChars} characters after Unicode normalisation`,
      "PAYLOAD_TOO_LARGE",
    );
  }
}

const apostrophe = /[\u2018\u2019\u02bc\u00b4`]/g;

/** A name as names are compared: without regard to case, width, and how it is spaced. */
export const foldName = (name: string): string =>
  name.normalize("NFKC").replace(apostrophe, "'").replace(/\s+/g, " ").trim().toLowerCase();
