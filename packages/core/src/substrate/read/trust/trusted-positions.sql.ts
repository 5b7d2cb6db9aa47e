import type { Tx } from "../../../db/index.js";
import { type Principal, peopleOf, writerOf } from "../../../identity/index.js";
import { wasRecorded } from "../../past/as-of.sql.js";
import type { Filter } from "../filter.js";
import type { TrustView } from "./trust.js";

/** How many are looked through. */
const newest = 2_000;

/**
 * Where the newest memories of people, of the reader and of trusted writers stand. They are chosen by what no edit
 * changes, so that a later read as of this moment chooses the same.
 */
export async function trustedPositions(
  tx: Tx,
  reader: Principal,
  { kinds, asOf }: Pick<Filter, "kinds" | "asOf">,
  { writers }: TrustView,
): Promise<number[]> {
  const values: unknown[] = [reader.tenantId, kinds, [writerOf(reader), ...writers]];
  const recorded = asOf ? wasRecorded(asOf, (v) => `$${values.push(v)}`) : "true";
  const rows = await tx.prepared<{ reading_position: string }>(
    `select m.reading_position from palimpsest.memory m
     where m.tenant_id = $1 and m.kind = any ($2) and ${recorded}
       and m.writer = any (array(${peopleOf("$1")}) || $3::text[])
     order by m.recorded_at desc, m.id desc limit ${newest}`,
    values,
  );
  return rows.map((row) => Number(row.reading_position));
}
