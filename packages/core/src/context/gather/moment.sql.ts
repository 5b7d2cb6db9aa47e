import { iso, type Tx } from "../../db/index.js";
import type { AsOf } from "../../substrate/index.js";

/** The moment that a bundle shows. */
export interface Moment {
  /** ISO 8601 to the microsecond: read again as of it, the database gives the same rows. */
  at: string;
  /** What is committed for this reader, as the database writes a snapshot; unknown of old bundles. */
  snapshot: string | undefined;
  /** How rows are folded as of it; undefined where they can be read as they are. */
  asOf: AsOf | undefined;
  /** When the last edit by then was applied, ISO 8601; null if there was none. */
  lastEditAt: string | null;
}

/** The given moment, or the database's present time if none is given or it lies in the future. */
export async function findMoment(
  tx: Tx,
  { as_of, see_withheld }: { as_of?: string; see_withheld?: boolean } = {},
): Promise<Moment> {
  const [row] = await tx.prepared<{
    at: string;
    past: boolean;
    snapshot: string;
    last_edit_at: string | null;
  }>(
    `with moment as materialized (
       select least($1::timestamptz, clock.at) as at, $1::timestamptz < clock.at as past
       from (select clock_timestamp() as at) clock)
     select ${iso("moment.at")} as at, coalesce(moment.past, false) as past, pg_current_snapshot()::text as snapshot,
       ${iso("palimpsest.last_edit_at(moment.at)")} as last_edit_at
     from moment`,
    [as_of ?? null],
  );
  const { at, past, snapshot, last_edit_at: lastEditAt } = row!;
  return { at, snapshot, asOf: past ? { at, seeWithheld: see_withheld } : undefined, lastEditAt };
}
