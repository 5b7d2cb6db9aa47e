import { type InputOf, notFound, type PalimpsestContract } from "@palimpsest/contract";
import { clearanceOf } from "../../policy/index.js";
import type { OperationContext } from "../../services.js";
import { governsCapsules } from "../governs.js";
import { accessesOf, forwardsOf } from "./access.sql.js";
import { findCapsule, ownClearance } from "./read-capsule.sql.js";

/** For its author and those who govern capsules. */
export async function capsuleAnalytics(
  context: OperationContext,
  input: InputOf<PalimpsestContract["capsuleAnalytics"]>,
) {
  const { who, policy } = context;
  context.touched([input.capsule_id]);
  return context.read(async (tx) => {
    const row = await findCapsule(
      tx,
      who,
      input.capsule_id,
      clearanceOf(policy, undefined),
      ownClearance(policy),
    );
    if (row === undefined || !(row.author_id === who.id || governsCapsules(who))) throw notFound("capsule");
    const by = await accessesOf(tx, who, row.capsule_id);
    return {
      capsule_id: row.capsule_id,
      access_count: by.reduce((sum, { access_count }) => sum + Number(access_count), 0),
      last_accessed_at: by[0]?.last_accessed.toISOString() ?? null,
      by_agent: by.map(({ agent_id, access_count, last_accessed }) => ({
        agent_id,
        access_count: Number(access_count),
        last_accessed_at: last_accessed.toISOString(),
      })),
      forwarded_to: await forwardsOf(tx, row.capsule_id),
    };
  });
}
