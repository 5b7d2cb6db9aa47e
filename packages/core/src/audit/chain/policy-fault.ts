import type { Tx } from "../../db/index.js";
import { policyDigest, readStoredPolicies, saysItsText } from "../../policy/index.js";
import type { Fault } from "./check-chain.js";
import type { SealedEntry } from "./entry-hash.js";

/** A policy that was applied, as the audit log has it. */
export interface RecordedPolicy {
  seq: number;
  version: string;
  digest: string;
}

/** The policy that an entry says was put in force. */
export function recordedIn({
  seq,
  operation,
  decision,
  reason,
  ids,
  digests,
}: SealedEntry): RecordedPolicy[] {
  const isApplied = operation === "importRecords" || (operation === "applyPolicy" && reason === "applied");
  const version = ids.find((id) => id.startsWith("policy:"))?.slice("policy:".length);
  const digest = digests.find((one) => one.startsWith("sha256:"));
  if (decision !== "allowed" || !isApplied || version === undefined || digest === undefined) return [];
  return [{ seq, version, digest }];
}

/**
 * The first policy that is stored in another way than the log says it was applied, or that it knows nothing of. One that
 * was applied before the log began is not in it.
 */
export async function policyFault(
  tx: Tx,
  tenantId: string,
  recorded: readonly RecordedPolicy[],
  began: string | undefined,
): Promise<Fault | undefined> {
  const stored = await readStoredPolicies(tx, tenantId);
  const byVersion = new Map(stored.map((policy) => [policy.version, policy]));
  for (const { seq, version, digest } of recorded) {
    const policy = byVersion.get(version);
    if (policy === undefined) return { first_bad_seq: seq, problem: "policy_missing" };
    if (policyDigest(policy.source) !== digest || !(await saysItsText(policy))) {
      return { first_bad_seq: seq, problem: "policy_altered" };
    }
  }
  const known = new Set(recorded.map(({ version }) => version));
  const firstKnown = stored.findIndex(({ version }) => known.has(version));
  const added = stored.some(
    ({ version, applied_at }, at) =>
      !known.has(version) &&
      ((firstKnown >= 0 && at > firstKnown) ||
        (began !== undefined && applied_at.getTime() > Date.parse(began))),
  );
  return added ? { first_bad_seq: null, problem: "policy_added" } : undefined;
}
