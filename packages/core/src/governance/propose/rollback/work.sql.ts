import type { Tx } from "../../../db/index.js";
import type { Wanted } from "./reach.sql.js";

export interface WorkBefore {
  [column: string]: unknown;
  what: "plan_state" | "plan" | "task_context";
  place: string;
  before: Record<string, unknown>;
}

/** What others had in shared working state where the writer has changed it since. */
export const workBefore = (tx: Tx, { writer, since, until }: Wanted, limit: number): Promise<WorkBefore[]> =>
  tx.query(`select what, place, before from palimpsest.work_before($1, $2, $3, $4)`, [
    writer,
    since ?? null,
    until,
    limit,
  ]);

/**
 * Puts working state aside that the writer was the last to change, puts back what others had there, except in these
 * places, and gives the number.
 */
export const takeBackWork = async (
  tx: Tx,
  { writer, since, until }: Wanted,
  { rollbackId, refused, limit }: { rollbackId: string; refused: string[]; limit: number },
): Promise<number> =>
  (
    await tx.query<{ n: number }>(`select palimpsest.take_back_work($1, $2, $3, $4, $5, $6) as n`, [
      ...[writer, since ?? null, until, rollbackId, refused, limit],
    ])
  )[0]!.n;

/** Gives back what a rollback had taken, and the number. */
export const giveBackWork = async (tx: Tx, rollbackId: string, limit: number): Promise<number> =>
  (await tx.query<{ n: number }>(`select palimpsest.give_back_work($1, $2) as n`, [rollbackId, limit]))[0]!.n;

/** How much working state a rollback has put aside. */
export const countTakenWork = async (tx: Tx, rollbackId: string): Promise<number> =>
  (await tx.query<{ n: number }>(`select palimpsest.count_taken_work($1) as n`, [rollbackId]))[0]!.n;
