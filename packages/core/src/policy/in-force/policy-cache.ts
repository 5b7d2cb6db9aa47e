import { LRUCache } from "lru-cache";
import type { PolicyInForce } from "./in-force.js";

export interface PolicyCache {
  get(tenantId: string): Promise<PolicyInForce>;
  /** Told of each policy that this process has applied, once it is committed. */
  put(tenantId: string, applied: PolicyInForce): void;
  /** Told of a tenant that was deleted. */
  forget(tenantId: string): void;
}

/** How late a process may see a policy that another one has applied. Its own it sees at once. */
const maxAgeMs = 1_000;

/** Policies of the tenants last served, each read again after a second; of several who ask at once, one reads. */
export function policyCache(
  read: (tenantId: string) => Promise<PolicyInForce>,
  { tenants, now }: { tenants: number; now: () => number },
): PolicyCache {
  const known = new LRUCache<string, { inForce: PolicyInForce; readAt: number }>({ max: tenants });
  const reading = new Map<string, Promise<PolicyInForce>>();

  /** A read that began before a policy was applied may end after it, and must not bring the old one back. */
  const keep = (tenantId: string, inForce: PolicyInForce, readAt: number): PolicyInForce => {
    const before = known.get(tenantId);
    if (before && before.inForce.seq > inForce.seq) return before.inForce;
    known.set(tenantId, { inForce, readAt });
    return inForce;
  };
  const readAgain = async (tenantId: string) => {
    const readAt = now();
    try {
      return keep(tenantId, await read(tenantId), readAt);
    } finally {
      reading.delete(tenantId);
    }
  };
  return {
    get(tenantId) {
      const cached = known.get(tenantId);
      if (cached && now() - cached.readAt < maxAgeMs) return Promise.resolve(cached.inForce);
      const begun = reading.get(tenantId) ?? readAgain(tenantId);
      reading.set(tenantId, begun);
      return begun;
    },
    put: (tenantId, applied) => void keep(tenantId, applied, now()),
    forget: (tenantId) => void known.delete(tenantId),
  };
}
