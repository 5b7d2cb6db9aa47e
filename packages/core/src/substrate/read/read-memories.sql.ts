import { selectList, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { composed, type MemoryRow, memoryFields } from "../memory.js";
import { pastRows, withheldReason } from "../past/as-of.sql.js";
import { admissionOf } from "./admission.sql.js";
import type { Filter } from "./filter.js";
import { numberedFrom, type Picked } from "./picked.sql.js";
import { withoutBlocked } from "./policy/blocked-words.sql.js";

const memoryColumns = selectList("m", memoryFields);

/** Admitted memories that `pick` names, with its further columns. */
export async function readMemories<More extends object = object>(
  tx: Tx,
  who: Principal,
  filter: Filter,
  pick: Picked,
): Promise<(MemoryRow & More)[]> {
  const admission = admissionOf(who.tenantId, filter);
  const values = [...admission.values, ...pick.values];
  const value = (v: unknown) => `$${values.push(v)}`;
  const numbered = numberedFrom(admission.values.length);
  const where = numbered(pick.where);
  const { asOf } = filter;
  let state = pick.state ? ` and ${numbered(pick.state)}` : "";
  let from = `${pick.beside ? `${pick.beside} cross join ` : ""}palimpsest.memory`;
  if (asOf !== undefined) {
    from = pastRows(`m.tenant_id = $1 and m.kind = any (${value(filter.kinds)}) and ${where}`, asOf, value);
    if (!asOf.seeWithheld) state += ` and (${withheldReason({ ...filter, asOf }, value)}) is null`;
  }
  const order = pick.order ? `order by ${numbered(pick.order)}` : "";
  const limit = pick.limit ? `limit ${Math.trunc(pick.limit)}` : "";
  const admitted = `select ${memoryColumns}${pick.columns ? `, ${numbered(pick.columns)}` : ""}
     from ${from} m where ${admission.sql} and ${where}${state}`;
  const picked = pick.after ? `select * from (${admitted}) m where ${numbered(pick.after)}` : admitted;
  const text = `${picked} ${order} ${limit}`;
  const rows = await (pick.often && asOf === undefined
    ? tx.prepared<MemoryRow & More>(text, values)
    : tx.query<MemoryRow & More>(text, values));
  const whole = asOf === undefined ? rows : rows.map(composed);
  return masked(filter, await withoutBlocked(tx, filter, whole));
}

/** Rows as they may be seen where the answer will be used. */
export function masked<
  R extends Pick<MemoryRow, "text" | "attributes" | "boundary_class"> & Partial<Pick<MemoryRow, "tags">>,
>({ mask }: Pick<Filter, "mask">, rows: R[]): R[] {
  if (mask === undefined) return rows;
  return rows.map((row) => ({
    ...row,
    text: mask(row.text, row.boundary_class),
    attributes: mask(row.attributes, row.boundary_class),
    ...(row.tags && { tags: mask(row.tags, row.boundary_class) }),
  }));
}

/**
 * Memories `m` by key, each looked up before any other condition is applied. So one plan suits all values, also in a
 * store without statistics. The subquery hides from the planner how many keys there are: otherwise the plan for a single
 * one looks so much cheaper than the kept plan that each call plans anew.
 */
export const byKey = (column: "id" | "reading_position", keys: string) =>
  `unnest((select ${keys})) as wanted(key) cross join lateral
   (select * from palimpsest.memory where tenant_id = $1 and ${column} = wanted.key offset 0) m`;

/** Admitted memories with these ids. */
export async function readByIds(tx: Tx, who: Principal, filter: Filter, ids: string[]): Promise<MemoryRow[]> {
  if (filter.asOf !== undefined) {
    return readMemories(tx, who, filter, { where: "m.id = any (?1)", values: [ids] });
  }
  const { sql, values } = admissionOf(who.tenantId, filter);
  const rows = byKey("id", `$${values.length + 1}::text[]`);
  const found = await tx.prepared<MemoryRow>(
    `select ${memoryColumns}, waiting.waits is not null as edit_waits
     from ${rows} left join lateral palimpsest.edit_waits(m.id) waiting on true where ${sql}`,
    [...values, [...new Set(ids)]],
  );
  return masked(filter, await withoutBlocked(tx, filter, found));
}

/** Admitted memories at these reading positions. */
export function readByPositions(
  tx: Tx,
  who: Principal,
  filter: Filter,
  positions: number[],
): Promise<(MemoryRow & { cues: number })[]> {
  return readMemories(tx, who, filter, {
    where: "m.reading_position = any (?1::bigint[])",
    values: [positions],
    columns: "m.cues",
  });
}
