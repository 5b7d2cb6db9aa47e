import type { Memory } from "@palimpsest/core";
import type { Message, Workload } from "../lib/workload.js";
import { cloneMemories } from "./clone.sql.js";

export const mostWritten = 10_000;

export const writeMessage = async (memory: Memory, message: Message): Promise<string> => {
  const { output } = await memory.dispatch({
    operation: "recordEvent",
    credential: { kind: "local" },
    surface: "sdk",
    input: {
      session_id: message.session,
      channel: "private",
      actor_type: "human",
      actor_id: "somebody",
      kind: "message",
      // Not of its session alone, so that the bundle of another session may show it.
      content: { text: message.text, scope: "global" },
      occurred_at: message.at,
    },
  });
  if (!output.chunk_id) throw new Error("a message left no chunk");
  return output.chunk_id;
};

/** Grows a store to `size`: through the product up to 10,000, by copies of those from there on. */
export const fillTo = async (
  memory: Memory,
  workload: Workload,
  ids: string[],
  size: number,
): Promise<void> => {
  const { db } = memory.services;
  while (ids.length < Math.min(size, mostWritten)) ids.push(await writeMessage(memory, workload.message()));
  if (size > mostWritten) await cloneMemories(db, Math.round(size / ids.length) - 1);
  else await db.ownerStatements((tx) => tx.query("vacuum analyze"));
};
