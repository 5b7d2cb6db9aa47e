import { type InputOf, notFound, type OutputOf, type PalimpsestContract } from "@palimpsest/contract";
import { entriesAbout, prunedUntil } from "../audit/index.js";
import type { OperationContext } from "../services.js";
import { findErasure } from "./erasure.sql.js";
import { isSigned, receiptDigests } from "./receipt.js";
import { assertNoAgent } from "./shown.js";

type Output = OutputOf<PalimpsestContract["verifyErasure"]>;

/** Whether a receipt is as the tenant's key signed it, and whether the audit log holds its digest. */
export async function verifyErasure(
  context: OperationContext,
  { erasure_id }: InputOf<PalimpsestContract["verifyErasure"]>,
): Promise<Output> {
  assertNoAgent(context);
  const row = await context.read((tx) => findErasure(tx, erasure_id));
  if (row === undefined) throw notFound("erasure", "erasure_id");
  context.touched([erasure_id]);
  const answer = (problem: Output["problem"]) => ({ erasure_id, valid: problem === null, problem });
  const { receipt, signature, audit_id } = row;
  if (receipt === null || signature === null) return answer("not_done");
  if (!isSigned(context.digestKey, receipt, signature)) return answer("signature");
  const wanted = receiptDigests(receipt, signature);
  const entries = await entriesAbout(context, "erasure", erasure_id);
  // Of what was done before the log begins, the signature alone speaks.
  const begins = await context.read((tx) => prunedUntil(tx, context.who.tenantId));
  if (begins && row.finished_at !== null && Date.parse(row.finished_at) < begins.getTime())
    return answer(null);
  const isLogged = entries.some(
    (entry) => entry.audit_id === audit_id && wanted.every((digest) => entry.digests.includes(digest)),
  );
  return answer(isLogged ? null : "audit");
}
