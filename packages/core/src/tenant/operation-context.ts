import { PalimpsestError } from "@palimpsest/contract";
import { insertAudit } from "../audit/index.js";
import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import { defaultPolicy } from "../policy/index.js";
import type { OperationContext, Services } from "../services.js";
import type { CallRecord } from "./call-record.js";

/** Runs the work of a write and what belongs to it in the same transaction: an idempotency key, a job's lease. */
export type AroundWrite = <T>(tx: Tx, work: () => Promise<T>) => Promise<T>;

export interface ContextOptions {
  aroundWrite?: AroundWrite;
  /** The work is to read or replace the policy, so it is done also where the stored one cannot be read. */
  withoutPolicy?: boolean;
}

const policyMissing = (version: string) =>
  new PalimpsestError(
    "POLICY_MISSING",
    `The policy of this tenant (version ${version}) cannot be read, so nothing is allowed. An admin can replace it: palimpsest policy apply FILE`,
  );

/** What work for a tenant stands on, whether a request or a job asked for it. */
export async function operationContext(
  services: Services,
  who: Principal,
  record: CallRecord,
  { aroundWrite = (_, work) => work(), withoutPolicy = false }: ContextOptions = {},
): Promise<OperationContext> {
  const inForce = await services.tenants.policy(who.tenantId);
  record.policyVersion = inForce.version;
  if (inForce.policy === undefined && !withoutPolicy) throw policyMissing(inForce.version);
  return {
    services,
    who,
    policy: inForce.policy ?? defaultPolicy,
    digestKey: await services.tenants.digestKey(who.tenantId),
    requestId: record.info.requestId,
    surface: record.info.surface,
    read: (work) => services.db.transaction(who, work, { readOnly: true, snapshot: true }),
    write: async (work) => {
      const forget = record.savepoint();
      try {
        return await services.db.transaction(who, async (tx) => {
          forget();
          const result = await aroundWrite(tx, () => work(tx));
          await insertAudit(tx, who, [record.entry("allowed")]);
          return result;
        });
      } catch (error) {
        forget();
        throw error;
      }
    },
    touched: (ids) => record.touched(ids),
  };
}
