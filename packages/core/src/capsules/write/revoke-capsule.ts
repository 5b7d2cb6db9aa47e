import { type InputOf, notFound, type PalimpsestContract } from "@palimpsest/contract";
import type { OperationContext } from "../../services.js";

/** Only its author; what was forwarded from it closes with it. Doing it twice gives the first time. */
export async function revokeCapsule(
  context: OperationContext,
  input: InputOf<PalimpsestContract["revokeCapsule"]>,
) {
  context.touched([input.capsule_id]);
  return context.write(async (tx) => {
    const [row] = await tx.query<{ revoked_at: Date | null }>(
      `select palimpsest.revoke_capsule($1) as revoked_at`,
      [input.capsule_id],
    );
    if (!row?.revoked_at) throw notFound("capsule");
    return {
      capsule_id: input.capsule_id,
      status: "revoked" as const,
      revoked_at: row.revoked_at.toISOString(),
    };
  });
}
