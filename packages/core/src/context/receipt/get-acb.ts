import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { findReceipt, receiptItems } from "../../receipts/index.js";
import type { OperationContext } from "../../services.js";
import { visibleAmong } from "./state.sql.js";

/**
 * A receipt. Of another's, memories that the caller may not read are left out, and an agent does not see the question:
 * whoever reviews needs neither.
 */
export async function getAcb(context: OperationContext, { acb_id }: InputOf<PalimpsestContract["getAcb"]>) {
  const { who } = context;
  const { receipt, items, visible } = await context.read(async (tx) => {
    const found = { receipt: await findReceipt(tx, who, acb_id), items: await receiptItems(tx, who, acb_id) };
    const named = found.receipt.omissions.flatMap(({ candidates }) => candidates);
    const ids = [...found.items.map(({ memory_id }) => memory_id), ...named];
    return { ...found, visible: await visibleAmong(tx, who, ids) };
  });
  const own = receipt.principal_id === who.id;
  const { query, ...inputs } = receipt.inputs;
  const showsQuestion = query !== undefined && (own || who.type === "human");
  context.touched([acb_id]);
  return {
    acb_id,
    created_at: receipt.created_at.toISOString(),
    session_id: receipt.session_id,
    agent_id: receipt.principal_id,
    inputs: showsQuestion ? { ...inputs, query } : inputs,
    policy_version: receipt.policy_version,
    last_edit_at: receipt.last_edit_at,
    budget_tokens: receipt.budget_tokens,
    total_tokens: receipt.total_tokens,
    digest: receipt.digest,
    items: items.filter(({ memory_id }) => own || visible.has(memory_id)),
    omissions: receipt.omissions.map((omission) => ({
      ...omission,
      candidates: omission.candidates.filter((id) => own || visible.has(id)),
    })),
  };
}
