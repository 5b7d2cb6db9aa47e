import { type InputOf, notFound, type PalimpsestContract } from "@palimpsest/contract";
import { clearanceOf } from "../../policy/index.js";
import type { OperationContext } from "../../services.js";
import { asOfOf, assertMayFilter } from "../../substrate/index.js";
import { capsuleOf, isOpen } from "../capsule-row.js";
import { governsCapsules } from "../governs.js";
import { countAccess } from "./access.sql.js";
import { openCapsule } from "./open-capsule.js";
import { findCapsule, ownClearance } from "./read-capsule.sql.js";

/**
 * For the audience while it is open. Its author and those who govern capsules may always read it, but see no items once
 * it is closed. A denied, expired, revoked or foreign capsule gives the same answer.
 */
export async function getCapsule(
  context: OperationContext,
  input: InputOf<PalimpsestContract["getCapsule"]>,
) {
  const { who, policy } = context;
  const filter = { ...clearanceOf(policy, input.channel), asOf: asOfOf(input) };
  assertMayFilter(context, filter);
  context.touched([input.capsule_id]);
  return context.write(async (tx) => {
    const row = await findCapsule(tx, who, input.capsule_id, filter, ownClearance(policy));
    const mine = row?.author_id === who.id;
    const open = row !== undefined && isOpen(row);
    if (row === undefined || !(mine || open || governsCapsules(who))) throw notFound("capsule");
    const { items, gaps } = open
      ? await openCapsule(tx, who, row.capsule_id, filter, context.policy)
      : { items: [], gaps: {} };
    if (!mine && open) await countAccess(tx, who, [row.capsule_id]);
    return { ...capsuleOf(row), items, ...gaps };
  });
}
