import { PalimpsestError } from "@palimpsest/contract";

/** Refuses what the contract would take and this tenant's policy does not. */
export function assertWithin(path: string, size: number, limit: number, unit = ""): void {
  if (size <= limit) return;
  const message = `${path} must be at most ${limit.toLocaleString("en-US")}${unit}, by the policy in force`;
  throw new PalimpsestError("VALIDATION_ERROR", `${message}.`, { details: [{ path, message }] });
}
