import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import { assertKind, changeState, insertLinks, knownMemories, lockMemories } from "../substrate/index.js";

/** Those of these tasks that the caller can see and that are not retracted; locked, so that they stay so. */
export async function knownTasks(tx: Tx, who: Principal, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  await lockMemories(tx, ids);
  return knownMemories(tx, who, "task", ids);
}

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
