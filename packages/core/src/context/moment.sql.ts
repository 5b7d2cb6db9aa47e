import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";

/** When a bundle is built for. */
export interface Moment {
  /** ISO 8601 to the microsecond: read again as of it, the database gives the same rows. */
  at: string;
  /** Whether rows must be folded back to it, or are read as they stand. */
  past: boolean;
  /** The last edit that was applied by then. */
  editWatermark: number;
}

/** The database's own clock, or the moment asked for if that is over. */
export async function findMoment(tx: Tx, who: Principal, asOf: string | undefined): Promise<Moment> {
  const [row] = await tx.query<{ at: string; watermark: string | null }>(
    `with moment as materialized (
       select least(coalesce($2::timestamptz, clock_timestamp()), clock_timestamp()) as at)
     select to_char(moment.at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
       (select v.seq from palimpsest.memory_edit_event v
        where v.tenant_id = $1 and v.at <= moment.at order by v.at desc limit 1) as watermark
     from moment`,
    [who.tenantId, asOf ?? null],
  );
  return { at: row!.at, past: asOf !== undefined, editWatermark: Number(row!.watermark ?? 0) };
}
