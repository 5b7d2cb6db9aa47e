import { notFound } from "@palimpsest/contract";
import { LRUCache } from "lru-cache";
import type { Database, Tx } from "../db/index.js";
import { policyCache, readPolicy } from "../policy/index.js";
import type { Principal } from "../principal.js";
import type { TenantDirectory } from "../services.js";
import { systemPrincipal } from "./credentials/local.js";
import { nameTaken } from "./names/name-taken.js";
import { claimName, createTenant, findDigestKey } from "./names/principal.sql.js";

/** A separator: no name contains NUL, which the database cannot store. */
const nameOf = ({ tenantId, id, type }: Principal) => `${tenantId}\0${type}\0${id}`;

/**
 * The caches are bounded, so that a flood of made-up names cannot grow them for ever. What they dropped is read
 * again when it is needed.
 */
export function tenantDirectory(
  db: Database,
  limit = 10_000,
  now: () => number = performance.now.bind(performance),
): TenantDirectory {
  const principals = new LRUCache<string, true>({ max: limit });
  const digestKeys = new LRUCache<string, Buffer>({ max: limit });
  const policies = policyCache(
    (tenantId) =>
      db.transaction(systemPrincipal(tenantId), (tx) => readPolicy(tx, tenantId), { readOnly: true }),
    { tenants: limit, now },
  );
  return {
    policy: policies.get,
    policyApplied: policies.put,
    async ensurePrincipal(who) {
      const name = nameOf(who);
      if (principals.get(name)) return;
      const enter = async (tx: Tx) => {
        await createTenant(tx, who.tenantId);
        const other = await claimName(tx, who);
        // The operator has the database's own credentials and must not be locked out by a name that is taken.
        if (other !== undefined && who.via !== "system") throw nameTaken(who, other);
        return findDigestKey(tx, who.tenantId);
      };
      // Without it nobody could read after a restart on a disk that is full.
      const digestKey = await db.transaction(who, enter, { essential: true });
      digestKeys.set(who.tenantId, digestKey!);
      principals.set(name, true);
    },
    async digestKey(tenantId) {
      const known = digestKeys.get(tenantId);
      if (known !== undefined) return known;
      const reader = systemPrincipal(tenantId);
      const found = await db.transaction(reader, (tx) => findDigestKey(tx, tenantId), { readOnly: true });
      if (found === undefined) throw notFound("tenant");
      digestKeys.set(tenantId, found);
      return found;
    },
  };
}
