import { notFound } from "@palimpsest/contract";
import { LRUCache } from "lru-cache";
import type { Database, Tx } from "../db/index.js";
import { type PolicyCache, policyCache, readPolicy } from "../policy/index.js";
import type { Principal } from "../principal.js";
import type { TenantDirectory } from "../services.js";
import { systemPrincipal } from "./credentials/local.js";
import { nameTaken } from "./names/name-taken.js";
import { claimName, createTenant, findDigestKey } from "./names/principal.sql.js";
import { writersRollingBack } from "./names/rolling-back.sql.js";

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
  /** Read with the policy, so that another process sees it as soon. */
  const rollingBack = new LRUCache<string, readonly string[]>({ max: limit });
  let changes = 0;
  const asReader = <T>(tenantId: string, read: (tx: Tx) => Promise<T>) =>
    db.transaction(systemPrincipal(tenantId), read, { readOnly: true });
  const forget = (tenantId: string) => {
    for (const name of principals.keys()) if (name.startsWith(`${tenantId}\0`)) principals.delete(name);
    digestKeys.delete(tenantId);
    policies.forget(tenantId);
    rollingBack.delete(tenantId);
  };
  /** A tenant that was deleted is not there, or has begun anew with another key: then what is known of it is over. */
  const readAnew = async (tx: Tx, tenantId: string) => {
    const known = digestKeys.get(tenantId);
    if (known !== undefined) {
      const key = await findDigestKey(tx, tenantId);
      if (key === undefined || !key.equals(known)) forget(tenantId);
    }
    const changesBefore = changes;
    const found = await writersRollingBack(tx, tenantId);
    // What this process has changed meanwhile is newer than what was read.
    if (changes === changesBefore) rollingBack.set(tenantId, found);
    return readPolicy(tx, tenantId);
  };
  const policies: PolicyCache = policyCache(
    (tenantId) => asReader(tenantId, (tx) => readAnew(tx, tenantId)),
    { tenants: limit, now },
  );
  return {
    policy: policies.get,
    policyApplied: policies.put,
    rollingBack: (tenantId) => rollingBack.get(tenantId) ?? [],
    rollbackChanged(tenantId, writers) {
      changes += 1;
      rollingBack.set(tenantId, writers);
    },
    forget,
    async ensurePrincipal(who) {
      const name = nameOf(who);
      // The call needs the policy anyway. If it cannot be read, the call says so later.
      if (principals.get(name)) await policies.get(who.tenantId).catch(() => undefined);
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
      const found = await asReader(tenantId, (tx) => findDigestKey(tx, tenantId));
      if (found === undefined) throw notFound("tenant");
      digestKeys.set(tenantId, found);
      return found;
    },
  };
}
