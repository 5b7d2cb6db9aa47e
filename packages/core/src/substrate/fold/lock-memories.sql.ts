import type { Tx } from "../../db/index.js";

export interface Locked {
  [column: string]: unknown;
  id: string;
  edit_count: number;
  retracted: boolean;
}

/** From here on nobody else edits these memories until the transaction ends. */
export function lockMemories(tx: Tx, ids: string[]): Promise<Locked[]> {
  return tx.query<Locked>(`select id, edit_count, retracted from palimpsest.lock_memories($1)`, [ids]);
}
