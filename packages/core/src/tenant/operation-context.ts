import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import { defaultPolicy } from "../policy/index.js";
import type { OperationContext, Services } from "../services.js";
import type { CallRecord } from "./call-record.js";
import { guardedServices } from "./guarded-models.js";
import { assertReadable } from "./policy-in-force.js";
import { recordedWrite } from "./recorded-write.js";

/** Runs the work of a write and what belongs to it in the same transaction: an idempotency key, a job's lease. */
export type AroundWrite = <T>(tx: Tx, work: () => Promise<T>) => Promise<T>;

export interface ContextOptions {
  aroundWrite?: AroundWrite;
  /** The work is to read or replace the policy, so it is done also where the stored one cannot be read. */
  withoutPolicy?: boolean;
}

/** What work for a tenant stands on, whether a request or a job asked for it. */
export async function operationContext(
  services: Services,
  caller: Principal,
  record: CallRecord,
  { aroundWrite = (_, work) => work(), withoutPolicy = false }: ContextOptions = {},
): Promise<OperationContext> {
  const { db, tenants } = services;
  const inForce = await tenants.policy(caller.tenantId);
  const rollingBack = tenants.rollingBack(caller.tenantId);
  const who = rollingBack.length === 0 ? caller : { ...caller, rollingBack };
  record.policyVersion = inForce.version;
  if (!withoutPolicy) assertReadable(inForce);
  const policy = inForce.policy ?? { ...defaultPolicy, version: inForce.version };
  return {
    services: guardedServices(services, policy),
    who,
    policy,
    digestKey: await tenants.digestKey(who.tenantId),
    requestId: record.info.requestId,
    traceId: record.info.traceId,
    surface: record.info.surface,
    read: (work) => db.transaction(who, work, { readOnly: true, snapshot: true }),
    write: (work) =>
      recordedWrite(
        { record, tenantId: who.tenantId, audit: services.audit },
        (inTransaction) => db.transaction(who, inTransaction),
        (tx) => aroundWrite(tx, () => work(tx)),
      ),
    actsFor: (principal) => {
      record.onBehalfOf = principal;
    },
    touched: (ids) => record.touched(ids),
    noted: (notes) => record.noted(notes),
    sawOriginals: () => {
      record.sawOriginals = true;
    },
  };
}
