import { type InputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import { applyPlan, planCensor } from "../governance/index.js";
import type { OperationContext } from "../services.js";
import { moveUsefulness, readByIds } from "../substrate/index.js";
import { enveloped } from "../tenant/index.js";
import { noteFeedback, type Signal } from "./feedback.sql.js";
import { claimFilter, confidenceNow, readKnown } from "./read-claim.js";

/** What each signal moves, times the size of its score. */
const moves: Record<Signal, { utility: number; confidence: number }> = {
  helpful: { utility: 0.1, confidence: 0.05 },
  harmful: { utility: -0.2, confidence: -0.1 },
  outdated: { utility: 0, confidence: -0.2 },
  duplicate: { utility: -0.05, confidence: 0 },
};

/** The same again changes nothing; something else in the same span of time is refused. */
export async function sendFeedback(
  context: OperationContext,
  { claim_id, signal, score }: InputOf<PalimpsestContract["sendFeedback"]>,
) {
  const { who, policy } = context;
  const censor = signal === "harmful" ? await censorFor(context, claim_id) : undefined;
  return context.write(async (tx) => {
    const rows = await readByIds(tx, who, claimFilter(context), [claim_id]);
    const [claim] = await readKnown(tx, context, rows);
    if (!claim) throw unknownClaim();
    context.touched([claim_id]);
    const said = await noteFeedback(tx, who, { memoryId: claim_id, signal, seconds: policy.feedback.bucket });
    if (said.isNew) {
      const { utility, confidence } = moves[signal];
      const size = Math.abs(score);
      await moveUsefulness(tx, who, {
        ...{ id: claim_id, utility: utility * size, confidence: confidence * size },
        ...{ before: confidenceNow(claim), signal },
      });
      if (censor) await applyPlan(tx, who, censor);
    }
    return enveloped(context, { ok: said.signal === signal, policy_version: policy.version });
  });
}

/** What a claim says is proposed as something that is not to be said. */
async function censorFor(context: OperationContext, claimId: string) {
  const [row] = await context.read((tx) => readByIds(tx, context.who, claimFilter(context), [claimId]));
  if (row === undefined) return undefined;
  const reason = `A claim that says this was called harmful: ${claimId}.`;
  return planCensor(context, { cause: "harmful", memoryId: claimId, pattern: row.text, reason });
}

export const unknownClaim = () =>
  new PalimpsestError("UNKNOWN_CLAIM", "There is no claim with this id that you may see.", {
    details: [{ path: "claim_id", message: "claim_id names no claim that you may see" }],
  });
