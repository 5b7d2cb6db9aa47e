import { type ErrorDetail, PalimpsestError } from "@palimpsest/contract";

/** A policy that is refused, in words that name the path and the line. */
export const invalidPolicy = (details: ErrorDetail[]) =>
  new PalimpsestError("INVALID_POLICY", `${details[0]?.message ?? "The policy is not valid"}.`, {
    details,
  });
