import { PalimpsestError } from "@palimpsest/contract";
import type { Policy, PolicyInForce } from "../policy/index.js";
import type { Services } from "../services.js";

/** Nothing is done under a policy that cannot be read. */
export function assertReadable(
  inForce: PolicyInForce,
): asserts inForce is PolicyInForce & { policy: Policy } {
  if (inForce.policy !== undefined) return;
  throw new PalimpsestError(
    "POLICY_MISSING",
    `The policy of this tenant (version ${inForce.version}) cannot be read, so nothing is allowed: ${inForce.problem ?? "it is damaged"}. An admin can see it with palimpsest policy get and replace it, under a higher version, with palimpsest policy apply FILE.`,
  );
}

/** The policy of a tenant, for work that the system itself does there. */
export async function policyInForce({ tenants }: Services, tenantId: string): Promise<Policy> {
  const inForce = await tenants.policy(tenantId);
  assertReadable(inForce);
  return inForce.policy;
}
