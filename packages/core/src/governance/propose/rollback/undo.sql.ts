import type { Tx } from "../../../db/index.js";
import type { Reached } from "./reach.sql.js";

/** Edits of a rollback that are in force, one of each memory. */
export const rolledBack = (tx: Tx, rollbackId: string, limit: number) =>
  tx.query<Reached & { edit_id: string; edit_count: number }>(
    `select * from palimpsest.rolled_back($1, $2)`,
    [rollbackId, limit],
  );

export interface RollbackCounts {
  [column: string]: unknown;
  taken: number;
  rejected: number;
  undone: number;
  states: number;
}

export const rollbackCounts = async (tx: Tx, rollbackId: string): Promise<RollbackCounts> =>
  (await tx.query<RollbackCounts>(`select * from palimpsest.rollback_counts($1)`, [rollbackId]))[0]!;

/** Gives back what the rollback had taken from others' claims and episodes. */
export const giveBackAdded = (tx: Tx, rollbackId: string) =>
  tx.query(`select palimpsest.give_back_added($1)`, [rollbackId]);

/** Puts signals that the rollback had taken back into what they moved, and gives the number. */
export const giveBackSignals = async (tx: Tx, rollbackId: string, limit: number): Promise<number> =>
  (await tx.query<{ n: number }>(`select palimpsest.give_back_signals($1, $2) as n`, [rollbackId, limit]))[0]!
    .n;

/** Gives memories the states again that the rollback had taken back; the caller logs them. */
export const undoStates = (tx: Tx, rollbackId: string, limit: number) =>
  tx.query<{ memory_id: string; status: string }>(`select * from palimpsest.undo_states($1, $2)`, [
    rollbackId,
    limit,
  ]);
