import type { Rows, Tx } from "../../db/index.js";

export type Locked = Pick<Rows["memory"], "id" | "edit_count" | "retracted">;

/** Locks these memories: nobody else edits them until the transaction ends. */
export function lockMemories(tx: Tx, ids: string[]): Promise<Locked[]> {
  return tx.query<Locked>(`select id, edit_count, retracted from palimpsest.lock_memories($1)`, [ids]);
}
