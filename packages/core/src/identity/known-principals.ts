import type { Principal } from "../principal.js";

/** What this process keeps of a tenant. */
interface Tenant {
  digestKey: Buffer;
}

/** NUL is in no name: the database cannot hold it. */
const nameOf = ({ tenantId, id, type }: Principal) => `${tenantId}\0${type}\0${id}`;

/**
 * Who has been seen on a database. The last ones seen are kept, so that a flood of made-up names cannot grow it for
 * ever; the tenant of a principal is kept for as long as that principal itself, so that no call loses its key.
 */
export class KnownPrincipals {
  readonly #limit: number;
  /** Those unseen for longest stand first. */
  readonly #seen = new Map<string, Tenant>();
  readonly #inUse = new WeakMap<Principal, Tenant>();
  readonly #tenants = new Map<string, WeakRef<Tenant>>();
  readonly #unused = new FinalizationRegistry<string>((tenantId) => {
    if (this.#tenantOf(tenantId) === undefined) this.#tenants.delete(tenantId);
  });

  constructor(limit = 10_000) {
    this.#limit = limit;
  }

  /** Whether it was seen before; if so, it is now in use. */
  has(who: Principal): boolean {
    const tenant = this.#seen.get(nameOf(who));
    if (tenant !== undefined) this.#keep(who, tenant);
    return tenant !== undefined;
  }

  add(who: Principal, digestKey: Buffer): void {
    const found = this.#tenantOf(who.tenantId);
    const tenant = found ?? { digestKey };
    if (found === undefined) {
      this.#tenants.set(who.tenantId, new WeakRef(tenant));
      this.#unused.register(tenant, who.tenantId);
    }
    this.#keep(who, tenant);
  }

  digestKey(tenantId: string): Buffer | undefined {
    return this.#tenantOf(tenantId)?.digestKey;
  }

  #tenantOf(tenantId: string): Tenant | undefined {
    return this.#tenants.get(tenantId)?.deref();
  }

  #keep(who: Principal, tenant: Tenant): void {
    const name = nameOf(who);
    this.#inUse.set(who, tenant);
    this.#seen.delete(name);
    this.#seen.set(name, tenant);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > this.#limit && oldest !== undefined) this.#seen.delete(oldest);
  }
}
