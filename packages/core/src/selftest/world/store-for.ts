import type { Principal } from "../../identity/index.js";
import type { CalledMemory } from "./called-memory.js";

/** A fact that its writer alone reads, and a turn of a conversation. */
export async function storeFor(
  memory: CalledMemory,
  who: Principal,
  session: string,
  text: string,
): Promise<string> {
  const content = `${text}, said ${who.id}`;
  const turn = { conversation_id: session, role: "user", content, turn_index: 0 };
  await memory.call(who, "historyAppend", turn as never);
  const fact = { content, type: "fact", confidence: 1 };
  return ((await memory.call(who, "memoryStore", fact as never)) as { memory_id: string }).memory_id;
}
