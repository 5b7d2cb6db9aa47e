import { createHmac } from "node:crypto";
import { PalimpsestError } from "@palimpsest/contract";
import canonicalize from "canonicalize";
import { holdsSecret } from "../../text/index.js";
import type { IdempotencyClaim } from "./idempotency.sql.js";

/** The order of a body's fields does not matter: its canonical JSON (RFC 8785) is what is digested. */
export function idempotencyClaim(
  digestKey: Buffer,
  operation: string,
  key: string,
  input: unknown,
): IdempotencyClaim {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new PalimpsestError(
      "VALIDATION_ERROR",
      "Idempotency-Key must be 1 to 255 printable ASCII characters.",
    );
  }
  const digestOf = (text: string) => createHmac("sha256", digestKey).update(text).digest("hex");
  // A key needs to be compared only, so one that is a secret is not stored.
  const kept = holdsSecret(key) ? `masked:${digestOf(key)}` : key;
  return { key: kept, operation, digest: digestOf(canonicalize(input) ?? "null") };
}
