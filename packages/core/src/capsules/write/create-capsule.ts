import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { unseenReaders } from "../../identity/index.js";
import { assertWithin } from "../../policy/index.js";
import type { OperationContext } from "../../services.js";
import { insertMemory } from "../../substrate/index.js";
import { checkItems, refuseNesting } from "./check-items.js";
import { daysOpen } from "./days-open.js";
import { prepareCapsule } from "./prepare-capsule.js";
import { expiryOf, insertCapsule } from "./write-capsule.sql.js";

const usualDays = 7;

/** The author is whoever calls. Every item is checked in the transaction that makes the capsule. */
export async function createCapsule(
  context: OperationContext,
  input: InputOf<PalimpsestContract["createCapsule"]>,
) {
  const { who, policy } = context;
  refuseNesting(input.items);
  const size = Object.values(input.items).reduce((sum, ids) => sum + ids.length, 0);
  assertWithin("items", size, policy.limits.capsule_items, " entries long");
  const ttlDays = daysOpen(policy, input.ttl_days, usualDays);
  const memory = await prepareCapsule(context, {
    scope: input.scope,
    subjectType: input.subject_type,
    subjectId: input.subject_id,
    projectId: input.project_id,
    audience: input.audience_agent_ids,
    risks: input.risks,
  });
  return context.write(async (tx) => {
    const items = await checkItems(tx, who, input.items);
    const expiresAt = await expiryOf(tx, ttlDays);
    await insertMemory(tx, who, { ...memory, expiresAt });
    await insertCapsule(tx, who, {
      id: memory.id,
      ttlDays,
      forward: input.forward,
      forwardedFrom: null,
      hops: 0,
      expiresAt,
      subjectType: input.subject_type,
      subjectId: input.subject_id,
      audience: input.audience_agent_ids,
      items,
    });
    context.touched([memory.id]);
    return {
      capsule_id: memory.id,
      status: "active" as const,
      expires_at: expiresAt.toISOString(),
      item_count: items.length,
      unseen_audience: await unseenReaders(tx, who, input.audience_agent_ids),
    };
  });
}
