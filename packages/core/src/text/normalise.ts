import { createHmac } from "node:crypto";
import { PalimpsestError } from "@palimpsest/contract";
import { hasTooManyMarks, MAX_MARKS } from "./bound-marks.js";

/** Stands in for a text where a bare hash could be guessed. */
export const keyedDigest = (key: string | Uint8Array, text: string): string =>
  createHmac("sha256", key).update(text).digest("hex");

const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

const isWellFormed = (text: string): boolean => (text as string & { isWellFormed(): boolean }).isWellFormed();

/** Refuses text that a database would spoil, that says nothing, or that is longer than it looks. */
export function assertText(field: string, text: string, { maxChars }: { maxChars: number }): void {
  const refuse = (
    code: "INVALID_UNICODE" | "EMPTY_CONTENT" | "PAYLOAD_TOO_LARGE" | "VALIDATION_ERROR",
    why: string,
  ) => new PalimpsestError(code, `${field} ${why}.`, { details: [{ path: field, message: why }] });

  if (text.length > maxChars) throw refuse("PAYLOAD_TOO_LARGE", `has more than ${maxChars} characters`);
  if (text.includes("\0")) throw refuse("INVALID_UNICODE", "holds a NUL character; remove it");
  if (!isWellFormed(text)) throw refuse("INVALID_UNICODE", "holds half a surrogate pair; send valid Unicode");
  if (!VISIBLE.test(text)) throw refuse("EMPTY_CONTENT", "holds no visible text");
  if (hasTooManyMarks(text)) {
    throw refuse("VALIDATION_ERROR", `stacks more than ${MAX_MARKS} marks on one character`);
  }
  if (text.normalize("NFKC").length > maxChars) {
    throw refuse("PAYLOAD_TOO_LARGE", `has more than ${maxChars} characters after normalisation`);
  }
}
