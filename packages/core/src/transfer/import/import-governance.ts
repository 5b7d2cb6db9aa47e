import { PalimpsestError, type TransferRecord } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { movePrincipal } from "../../identity/index.js";
import { lockPolicy, movePolicy, parsePolicyText, policyDigest } from "../../policy/index.js";
import type { OperationContext } from "../../services.js";
import { setLanguage } from "../../substrate/index.js";
import type { Incoming } from "./incoming.js";
import { outcomeOf, type Result, refusal, resultsOf, type Tell } from "./results.js";

const conflict = (message: string): Result => refusal(new PalimpsestError("CONFLICT", message));

/** A principal that is not here yet, suspended if it was. */
export async function importPrincipal(
  tx: Tx,
  { who }: OperationContext,
  record: TransferRecord<"principal">,
): Promise<Result> {
  const here = await movePrincipal(tx, who, record);
  if (here === undefined) return outcomeOf("imported");
  if (here.type !== record.principal_type) {
    return conflict(`This name belongs to a principal of type ${here.type} here.`);
  }
  if (record.suspended_at !== undefined && here.suspended_at === null) {
    return conflict(
      "This principal is suspended in the export and not here. Suspend it if it should stay so.",
    );
  }
  return outcomeOf("known");
}

/** The policies of the tenant, each after the one that was in force before it: none that was applied here is replaced. */
export async function importPolicies(
  context: OperationContext,
  records: Extract<Incoming, { type: "policy" }>[],
  tell: Tell,
): Promise<void> {
  const { tenantId } = context.who;
  for (const { at, record } of records) {
    const parsed = await parsePolicyText(record.source);
    let seq = 0;
    await context.write(async (tx) => {
      await lockPolicy(tx, tenantId);
      const moved = await movePolicy(tx, parsed, record);
      seq = Number(moved.seq ?? 0);
      if (moved.outcome === "imported") {
        await setLanguage(tx, parsed.policy.retrieval.language);
        context.touched([`policy:${parsed.policy.version}`]);
        context.noted({ digests: [policyDigest(parsed.source)] });
      }
      const result = moved.outcome === "other" ? ownPolicy : outcomeOf(moved.outcome);
      tell(at, result);
      return resultsOf([result]);
    });
    context.noted({ digests: [] });
    if (seq === 0) continue;
    const { policy } = parsed;
    context.services.tenants.policyApplied(tenantId, { seq, version: policy.version, policy });
  }
}

const ownPolicy = conflict(
  "This store has a policy of its own, which stays in force. Apply that of the file yourself if you want it: palimpsest policy apply FILE",
);
