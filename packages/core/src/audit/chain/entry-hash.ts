import { createHash } from "node:crypto";
import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import canonicalize from "canonicalize";

/** An entry as it is listed, and as it is hashed but for its two hashes. */
export type SealedEntry = OutputOf<PalimpsestContract["listAudit"]>["entries"][number];

/** What stands for the hash before the first entry. */
export const noHash = "0".repeat(64);

/**
 * The hash of an entry after the one with the hash `prevHash`. Whoever has a list of entries can compute it: SHA-256 of
 * `prevHash`, a line feed and the canonical JSON (RFC 8785) of the entry without `prev_hash` and `hash`.
 */
export function entryHash(prevHash: string, entry: SealedEntry): string {
  const { prev_hash: _, hash: __, ...content } = entry;
  return createHash("sha256")
    .update(`${prevHash}\n${canonicalize(content)}`)
    .digest("hex");
}
