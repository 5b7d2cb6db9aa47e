import { PalimpsestError } from "@palimpsest/contract";

const maxAge = 3_600_000;

/** Refuses a cursor that was made more than an hour ago. */
export function assertRecent(madeAt: number): void {
  if (Date.now() - madeAt <= maxAge) return;
  throw new PalimpsestError("INVALID_CURSOR", "cursor: older than an hour. Ask again without it.", {
    details: [{ path: "cursor", message: "cursor is older than an hour" }],
  });
}
