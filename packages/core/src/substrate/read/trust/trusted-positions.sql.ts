import type { Tx } from "../../../db/index.js";
import { machinesOf, type Principal, peopleOf, writerOf } from "../../../identity/index.js";
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

/** How many are looked through of each writer, and of all. */
const newestOfEach = 500;
const newestOfOthers = 4_000;

/** Where the newest memories of each agent and service stand, but for these writers. */
export async function otherPositions(
  tx: Tx,
  reader: Principal,
  { kinds, asOf }: Pick<Filter, "kinds" | "asOf">,
  without: readonly string[],
): Promise<number[]> {
  const values: unknown[] = [reader.tenantId, kinds, without];
  const recorded = asOf ? wasRecorded(asOf, (v) => `$${values.push(v)}`) : "true";
  const rows = await tx.prepared<{ reading_position: string }>(
    `select found.reading_position
     from (${machinesOf("$1")}) w cross join lateral (
       select m.reading_position, m.recorded_at, m.id from palimpsest.memory m
       where m.tenant_id = $1 and m.writer = w.writer and m.kind = any ($2) and ${recorded}
       order by m.recorded_at desc, m.id desc limit ${newestOfEach}) found
     where w.writer <> all ($3::text[])
     order by found.recorded_at desc, found.id desc limit ${newestOfOthers}`,
    values,
  );
  return rows.map((row) => Number(row.reading_position));
}
