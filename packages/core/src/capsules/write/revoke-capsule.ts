import { type InputOf, notFound, type PalimpsestContract } from "@palimpsest/contract";
import type { OperationContext } from "../../services.js";
import { governsCapsules } from "../governs.js";
import { authorOf, closeCapsule } from "./revoke-capsule.sql.js";

/** For its author and those who govern capsules. What was forwarded from it closes too. Revoking twice gives the time of the first. */
export async function revokeCapsule(
  context: OperationContext,
  input: InputOf<PalimpsestContract["revokeCapsule"]>,
) {
  context.touched([input.capsule_id]);
  return context.write(async (tx) => {
    const mine = (await authorOf(tx, context.who, input.capsule_id)) === context.who.id;
    const revokedAt =
      mine || governsCapsules(context.who) ? await closeCapsule(tx, input.capsule_id) : undefined;
    if (revokedAt === undefined) throw notFound("capsule");
    return {
      capsule_id: input.capsule_id,
      status: "revoked" as const,
      revoked_at: revokedAt.toISOString(),
    };
  });
}
