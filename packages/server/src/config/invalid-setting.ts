import { PalimpsestError } from "@palimpsest/contract";

/** A setting that cannot be used; the message says which, and what to set it to. */
export const invalidSetting = (message: string, cause?: unknown): PalimpsestError =>
  new PalimpsestError("VALIDATION_ERROR", message, { cause });
