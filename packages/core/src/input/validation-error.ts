import { PalimpsestError } from "@palimpsest/contract";
import type { ZodError } from "zod";

/** Schema issues in words that name the field and never repeat what was sent in it. */
export function validationError(error: ZodError): PalimpsestError {
  const details = error.issues
    .slice(0, 20)
    .map((issue) => ({ path: issue.path.join("."), message: issue.message }));
  const first = details[0];
  const where = first?.path ? `${first.path}: ` : "";
  return new PalimpsestError("VALIDATION_ERROR", `${where}${first?.message ?? "The input is not valid."}`, {
    details,
  });
}
