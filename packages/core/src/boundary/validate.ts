import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { inSlices } from "../async/index.js";
import { blockingCensor } from "../heart/index.js";
import { askedTags, type BoundaryClass, brokenInvariant, type Judgement, judge } from "../policy/index.js";
import type { OperationContext } from "../services.js";
import { enveloped } from "../tenant/index.js";
import { countTokens } from "../text/index.js";
import { askPeople, findAsked, type Sending } from "./escalations.js";

type Input = InputOf<PalimpsestContract["validateBoundary"]>;

interface Verdict {
  allowed: boolean;
  reason: string;
  redacted?: string;
  /** How many passages are masked in it. */
  marks?: number;
  class?: BoundaryClass;
}

/** Whether a text may be sent for what the caller says, and how it looks with what must not be seen masked. */
export async function validateBoundary(
  context: OperationContext,
  { payload, allow, scope = "project" }: Input,
) {
  const { who, policy } = context;
  const sending = { payload, tags: askedTags(who, allow), scope };
  const answer = ({ marks, class: boundaryClass, ...verdict }: Verdict) => {
    context.noted({
      ...{ reason: verdict.reason, redactedCount: marks ?? 0, scope, boundaryClass },
      ...(!verdict.allowed
        ? { decision: "denied" }
        : verdict.redacted !== undefined && { decision: "redacted" }),
    });
    return enveloped(context, { ...verdict, policy_version: policy.version });
  };
  const verdict = await verdictOf(context, sending);
  if (verdict.asks === undefined) return answer(verdict);
  const { asks, ...stopped } = verdict;
  return context.write(async (tx) => {
    const id = await askPeople(tx, context, sending, asks);
    return answer({ ...stopped, reason: id === undefined ? "denied_review_full" : `human_review: ${id}` });
  });
}

/**
 * Deny beats review beats allow, so people are asked only about what nothing else forbids. `asks`: nobody has been asked
 * yet whether this text may be sent all the same.
 */
async function verdictOf(
  context: OperationContext,
  sending: Sending & { scope: NonNullable<Input["scope"]> },
): Promise<Verdict & { asks?: Judgement }> {
  const { who, policy } = context;
  const { payload, tags, scope } = sending;
  let judged: Judgement;
  let broken: string | undefined;
  try {
    judged = await inSlices(judge(policy, payload, tags));
    broken = brokenInvariant(policy, "send", scope, {
      ...{ operation: "boundary.validate", boundary_class: judged.class, detected: judged.found },
      ...{ actor_type: who.type, actor_id: who.id, allow: tags === "every" ? ["*"] : tags },
      tokens: countTokens(payload),
    });
  } catch {
    // What cannot be judged does not leave. The cause may hold parts of the text, so it goes nowhere.
    return { allowed: false, reason: "denied_error" };
  }
  const { masked, redacted, marks, class: strictest } = judged;
  const denied = (reason: string): Verdict => ({
    ...{ allowed: false, reason, class: strictest },
    ...(masked !== undefined && { redacted: masked, marks: marks.masked }),
  });
  const ofClass = denied(`denied_class: ${judged.stoppedBy ?? judged.class}`);
  if (judged.decision === "denied") return ofClass;
  if (broken !== undefined) return denied(`denied_invariant: ${broken}`);
  const censor = await blockingCensor(context, payload, masked ?? payload);
  if (censor !== undefined) return denied(`denied_censor: ${censor}`);
  if (judged.decision === "review") {
    const known = await findAsked(context, sending);
    if (known === undefined) return { ...ofClass, asks: judged };
    if (known.status === "rejected") return ofClass;
    if (known.status === "pending") return denied(`human_review: ${known.escalation_id}`);
  }
  return redacted === undefined
    ? { allowed: true, reason: "allowed", class: strictest }
    : { allowed: true, reason: "redacted", redacted, marks: marks.redacted, class: strictest };
}
