import { PalimpsestError, planLimits } from "@palimpsest/contract";

/** Objects grow by merging, so that the cap on a request does not hold for them. */
export function assertObjectsFit(objects: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(objects)) {
    if (value === undefined || Buffer.byteLength(JSON.stringify(value)) <= planLimits.objectBytes) continue;
    throw new PalimpsestError(
      "PAYLOAD_TOO_LARGE",
      `${name} would be larger than ${planLimits.objectBytes / 1_024} KiB; keep less in it.`,
    );
  }
}

/** A value as a parameter of type jsonb; null leaves the column as it is. */
export const asJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));
