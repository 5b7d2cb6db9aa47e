import type { Tx } from "../../db/index.js";
import type { CurrentMemory } from "../read/current-memories.sql.js";

/** Those of these memories that the caller may undo and not read. They come without their words and their speaker. */
export async function unreadMemories(tx: Tx, ids: string[]): Promise<CurrentMemory[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<
    Omit<CurrentMemory, "text" | "attributes" | "speaker" | "scope" | "token_count" | "unread">
  >(`select * from palimpsest.unread_memories($1)`, [ids]);
  return rows.map((row) => ({
    ...row,
    ...{ text: "", attributes: {}, speaker: null, scope: null, token_count: 0, unread: true as const },
  }));
}
