import { PalimpsestError } from "@palimpsest/contract";
import { heldDatabase, notInTransaction, type Tx } from "../db/index.js";
import type { ChatModel, Embedder } from "../models/index.js";
import type { PolicyInForce } from "../policy/index.js";
import type { Principal } from "../principal.js";
import type { AuditEntry, AuditSink, Services, TenantDirectory } from "../services.js";

export interface HeldServices {
  services: Services;
  /** Takes no further work, and resolves when what runs has ended. */
  end(reason: Error): Promise<void>;
  /** Stores the audit entries of reads and failures, which stand whether or not the transaction does. */
  audited(): Promise<void>;
  /** Tells the process what was committed. */
  committed(): void;
}

/** What work for a tenant needs to know of it. It is read before the transaction, past which nothing can be read in it. */
export interface KnownTenant {
  inForce: PolicyInForce;
  digestKey: Buffer;
  rollingBack: readonly string[];
}

export const knownTenant = async ({ tenants }: Services, tenantId: string): Promise<KnownTenant> => ({
  inForce: await tenants.policy(tenantId),
  digestKey: await tenants.digestKey(tenantId),
  rollingBack: tenants.rollingBack(tenantId),
});

/** Services whose work is all part of one open transaction. What the whole process is told waits until it has ended. */
export function heldServices(services: Services, who: Principal, known: KnownTenant, tx: Tx): HeldServices {
  const { db, embedder, extraction } = services;
  const held = heldDatabase(db, who, tx);
  const afterwards: (() => void)[] = [];
  const entries: [Principal, AuditEntry][] = [];
  const tenants = heldTenants(services.tenants, known, (told) => void afterwards.push(told));
  const audit: AuditSink = {
    ...services.audit,
    add: (actor, entry) => void entries.push([actor, entry]),
    store: async (actor, entry) => {
      // What must be stored before it is told could be rolled back with the transaction.
      if (entry.decision !== "denied") throw notInTransaction();
      entries.push([actor, entry]);
    },
    sealSoon: (tenantId) => void afterwards.push(() => services.audit.sealSoon(tenantId)),
    flush: async () => undefined,
  };
  return {
    services: {
      ...{ ...services, db: held.db, tenants, audit, embedder: silentEmbedder(embedder) },
      extraction: extraction && { ...extraction, model: extraction.model && silentModel(extraction.model) },
    },
    end: held.end,
    audited: async () => {
      // Those that cannot be stored now are kept by the log, which says so.
      await Promise.allSettled(entries.splice(0).map(([actor, entry]) => services.audit.store(actor, entry)));
    },
    committed: () => {
      for (const told of afterwards) told();
    },
  };
}

/** What was known of the tenant at the beginning, and what the transaction has changed of it since. */
function heldTenants(
  whole: TenantDirectory,
  { inForce: atFirst, digestKey, rollingBack: rollingAtFirst }: KnownTenant,
  afterwards: (told: () => void) => void,
): TenantDirectory {
  let inForce = atFirst;
  let rollingBack = rollingAtFirst;
  return {
    ensurePrincipal: async () => undefined,
    digestKey: async () => digestKey,
    policy: async () => inForce,
    policyApplied: (tenantId, applied) => {
      inForce = applied;
      afterwards(() => whole.policyApplied(tenantId, applied));
    },
    rollingBack: () => rollingBack,
    rollbackChanged: (tenantId, writers) => {
      rollingBack = writers;
      afterwards(() => whole.rollbackChanged(tenantId, writers));
    },
    forget: (tenantId) => whole.forget(tenantId),
  };
}

const silent = async (): Promise<never> => {
  throw new PalimpsestError("MODEL_UNAVAILABLE", "No model is asked while a transaction is open.");
};

/** The built-in one is a function of this process; any other would be waited for while rows are locked. */
const silentEmbedder = (embedder: Embedder): Embedder =>
  embedder.kind === "builtin"
    ? embedder
    : { ...embedder, embed: silent, unavailableReason: () => "a transaction is open" };

const silentModel = (model: ChatModel): ChatModel => ({ ...model, complete: silent });
