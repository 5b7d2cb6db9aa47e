import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { findReceipt, receiptItems } from "../../receipts/index.js";
import type { OperationContext } from "../../services.js";

export async function getAcb(context: OperationContext, { acb_id }: InputOf<PalimpsestContract["getAcb"]>) {
  const { who } = context;
  const { receipt, items } = await context.read(async (tx) => ({
    receipt: await findReceipt(tx, who, acb_id),
    items: await receiptItems(tx, who, acb_id),
  }));
  context.touched([acb_id]);
  return {
    acb_id,
    created_at: receipt.created_at.toISOString(),
    session_id: receipt.session_id,
    agent_id: receipt.principal_id,
    inputs: receipt.inputs,
    policy_version: receipt.policy_version,
    last_edit_at: receipt.last_edit_at,
    budget_tokens: receipt.budget_tokens,
    total_tokens: receipt.total_tokens,
    digest: receipt.digest,
    items,
    omissions: receipt.omissions,
  };
}
