import { limits } from "@palimpsest/contract";
import type { Tx } from "../../../db/index.js";
import type { Principal } from "../../../identity/index.js";
import { cutText } from "../../../text/index.js";
import { causedPending } from "../../read/edits/live-edits.sql.js";
import { insertDecisions } from "../apply.sql.js";
import type { Planned } from "../plan.js";

/** Rejects the edits that wait and that were proposed along with the edits which a restore has undone. */
export async function withdrawCaused(
  tx: Tx,
  who: Principal,
  cause: Planned,
  undoneIds: string[],
): Promise<void> {
  if (undoneIds.length === 0) return;
  const pending = await causedPending(tx, undoneIds);
  if (pending.length === 0) return;
  const note = cutText(
    `The edit that proposed this was undone (${cause.editId}): ${cause.reason}`,
    limits.reasonChars,
  );
  await insertDecisions(
    tx,
    who,
    "rejected",
    pending.map(({ edit_id, memory_id }) => ({ editId: edit_id, memoryId: memory_id, note })),
  );
}
