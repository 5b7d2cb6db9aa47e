import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import { assertKind, changeState, insertLinks } from "../substrate/index.js";

/** Updates a known task: its state, and a link from the chunk that reports it. */
export async function updateTask(
  tx: Tx,
  who: Principal,
  taskId: string,
  status: string | undefined,
  chunkId: string | undefined,
): Promise<void> {
  if (status === undefined) await assertKind(tx, who, "task", taskId);
  else await changeState(tx, who, "task", taskId, status);
  if (chunkId !== undefined) await insertLinks(tx, who, chunkId, [taskId], "part_of");
}
