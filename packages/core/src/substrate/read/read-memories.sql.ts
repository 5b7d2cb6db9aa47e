import { selectList, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { composed, type MemoryRow, memoryFields } from "../memory.js";
import { admissionOf } from "./admission.sql.js";
import type { Filter } from "./filter.js";

const memoryColumns = selectList("m", memoryFields);

/**
 * Rows of `palimpsest.memory` as they stood at a moment: what edits change is taken from the fold up to then.
 * `where` must pick few rows by what no edit changes, since each is folded anew.
 */
const pastRows = (where: string, at: string) => `(
  select m.tenant_id, m.id, m.kind, m.origin, m.writer, m.reading_position, m.scope, m.subject_type, m.subject_id, m.project_id,
    m.session_id, m.channel, m.owner_id, m.boundary_class, m.tags, m.token_count, m.word_count, m.occurred_at,
    m.recorded_at, m.expires_at, coalesce(s.text, '') as text, s.attributes, s.importance, s.retracted, s.quarantined, s.amended,
    s.blocked_channels, s.edit_count, s.status
  from (select * from palimpsest.memory m where ${where}) m
  join palimpsest.states(array(select m.id from palimpsest.memory m where ${where}), ${at}::timestamptz) s on s.id = m.id)`;

/** Fixed SQL over `m`, whose own values are written ?1, ?2 and so on. */
export interface Picked {
  /** A condition on columns that no edit changes. */
  where: string;
  /** A condition on what edits change, applied to the state at the moment that is read. */
  state?: string;
  values: unknown[];
  order?: string;
  limit?: number;
  columns?: string;
}

/** Admitted memories that `pick` names, with its further columns. */
export async function readMemories<More extends object = object>(
  tx: Tx,
  who: Principal,
  filter: Filter,
  pick: Picked,
): Promise<(MemoryRow & More)[]> {
  const admission = admissionOf(who.tenantId, filter);
  const values = [...admission.values, ...pick.values];
  const numbered = (sql: string) =>
    sql.replace(/\?(\d+)/g, (_, n) => `$${admission.values.length + Number(n)}`);
  const where = numbered(pick.where);
  const state = pick.state ? ` and ${numbered(pick.state)}` : "";
  let from = "palimpsest.memory";
  if (filter.asOf !== undefined) {
    values.push(filter.asOf, filter.kinds);
    const [at, kinds] = [values.length - 1, values.length];
    from = pastRows(
      `m.tenant_id = $1 and m.kind = any ($${kinds}) and m.recorded_at <= $${at}::timestamptz and ${where}`,
      `$${at}`,
    );
  }
  const order = pick.order ? `order by ${numbered(pick.order)}` : "";
  const limit = pick.limit ? `limit ${Math.trunc(pick.limit)}` : "";
  const rows = await tx.query<MemoryRow & More>(
    `select ${memoryColumns}${pick.columns ? `, ${numbered(pick.columns)}` : ""}
     from ${from} m where ${admission.sql} and ${where}${state} ${order} ${limit}`,
    values,
  );
  return filter.asOf === undefined ? rows : rows.map(composed);
}

/**
 * Memories `m` by key, each looked up before any other condition is applied. So one plan suits all values, also in a
 * store without statistics.
 */
export const byKey = (column: "id" | "reading_position", keys: string) =>
  `unnest(${keys}) as wanted(key) cross join lateral
   (select * from palimpsest.memory where tenant_id = $1 and ${column} = wanted.key offset 0) m`;

/** Admitted memories with these ids. */
export function readByIds(tx: Tx, who: Principal, filter: Filter, ids: string[]): Promise<MemoryRow[]> {
  if (filter.asOf !== undefined) {
    return readMemories(tx, who, filter, { where: "m.id = any (?1)", values: [ids] });
  }
  const { sql, values } = admissionOf(who.tenantId, filter);
  const rows = byKey("id", `$${values.length + 1}::text[]`);
  return tx.prepared<MemoryRow>(`select ${memoryColumns} from ${rows} where ${sql}`, [
    ...values,
    [...new Set(ids)],
  ]);
}

/** Admitted memories at these reading positions, with their positions. */
export function readByPositions(
  tx: Tx,
  who: Principal,
  filter: Filter,
  positions: number[],
): Promise<(MemoryRow & { reading_position: string })[]> {
  return readMemories(tx, who, filter, {
    where: "m.reading_position = any (?1::bigint[])",
    values: [positions],
    columns: "m.reading_position",
  });
}
