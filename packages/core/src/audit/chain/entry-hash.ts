import { createHash } from "node:crypto";
import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";

/** An entry as it is listed, and as it is hashed but for its two hashes. */
export type SealedEntry = OutputOf<PalimpsestContract["listAudit"]>["entries"][number];

/** What stands for the hash before the first entry. */
export const noHash = "0".repeat(64);

type Content = Omit<SealedEntry, "prev_hash" | "hash">;

/** The content of an entry with its fields by name, so that its JSON is the canonical one, in a third of the time. */
const ordered = (entry: Content): Content => ({
  actor_id: entry.actor_id,
  actor_type: entry.actor_type,
  at: entry.at,
  audit_id: entry.audit_id,
  boundary_class: entry.boundary_class,
  code: entry.code,
  decision: entry.decision,
  digests: entry.digests,
  ids: entry.ids,
  key_id: entry.key_id,
  on_behalf_of: entry.on_behalf_of,
  operation: entry.operation,
  policy_version: entry.policy_version,
  reason: entry.reason,
  redacted_count: entry.redacted_count,
  request_id: entry.request_id,
  saw_originals: entry.saw_originals,
  scope: entry.scope,
  seq: entry.seq,
  surface: entry.surface,
  times: entry.times,
  trace_id: entry.trace_id,
});

/**
 * The hash of an entry after the one with the hash `prevHash`. Whoever has a list of entries can compute it: SHA-256 of
 * `prevHash`, a line feed and the canonical JSON (RFC 8785) of the entry without `prev_hash` and `hash`.
 */
export function entryHash(prevHash: string, entry: SealedEntry): string {
  return createHash("sha256")
    .update(`${prevHash}\n${JSON.stringify(ordered(entry))}`)
    .digest("hex");
}
