import { iso, type Tx } from "../../db/index.js";

/** The moment that a bundle shows. */
export interface Moment {
  /** ISO 8601 to the microsecond: read again as of it, the database gives the same rows. */
  at: string;
  /** Whether rows must be folded as of it, or can be read as they are. */
  past: boolean;
  /** When the last edit by then was applied, ISO 8601; null if there was none. */
  lastEditAt: string | null;
}

/** The given moment, or the database's present time if none is given or it lies in the future. */
export async function findMoment(tx: Tx, asOf: string | undefined): Promise<Moment> {
  const [row] = await tx.query<{ at: string; last_edit_at: string | null }>(
    `with moment as materialized (
       select least(coalesce($1::timestamptz, clock_timestamp()), clock_timestamp()) as at)
     select ${iso("moment.at")} as at,
       ${iso("palimpsest.last_edit_at(moment.at)")} as last_edit_at
     from moment`,
    [asOf ?? null],
  );
  return { at: row!.at, past: asOf !== undefined, lastEditAt: row!.last_edit_at };
}
