import type { Tx } from "../../db/index.js";
import type { AskedTime } from "../../time/index.js";
import { admissionOf } from "../read/admission.sql.js";
import type { Filter } from "../read/filter.js";

/** How long a span of each class is at most, in days; as in the table. */
const reaches = [7, 31, 366];

type Value = (v: unknown) => string;

/** Memory `m` was said within one of these times. */
const saidIn = (times: AskedTime[], value: Value) =>
  times
    .map(({ from, to }) =>
      [
        "true",
        ...(from === undefined ? [] : [`m.occurred_at >= ${value(from)}::timestamptz`]),
        ...(to === undefined ? [] : [`m.occurred_at < ${value(to)}::timestamptz`]),
      ].join(" and "),
    )
    .map((part) => `(${part})`)
    .join(" or ");

/** What `t` tells of overlaps one of these times. */
const overlaps = (times: AskedTime[], value: Value) =>
  times
    .map(({ from, to }) => {
      const parts = ["true"];
      if (from !== undefined) {
        const at = `${value(from)}::timestamptz`;
        const near = reaches.map(
          (days) => `(t.reach = ${days} and t.starts_at > ${at} - interval '${days} days')`,
        );
        parts.push(`t.ends_at > ${at}`, `(${near.join(" or ")})`);
      }
      if (to !== undefined) parts.push(`t.starts_at < ${value(to)}::timestamptz`);
      return `(${parts.join(" and ")})`;
    })
    .join(" or ");

/**
 * Where memories stand that were said within these times or tell of them, the newest first, admitted as in every read.
 * Of the past the caller admits them: what they were then does not stand in their rows.
 */
export async function positionsAt(
  tx: Tx,
  tenantId: string,
  filter: Filter,
  times: AskedTime[],
  limit: number,
): Promise<{ said: number[]; told: number[] }> {
  const admission = filter.asOf
    ? { sql: "m.tenant_id = $1 and m.kind = any ($2)", values: [tenantId, filter.kinds] }
    : admissionOf(tenantId, filter);
  const values = [...admission.values];
  const value = (v: unknown) => `$${values.push(v)}`;
  const rows = await tx.query<{ reading_position: string; told: boolean }>(
    `(select m.reading_position, false as told from palimpsest.memory m
      where ${admission.sql} and (${saidIn(times, value)}) order by m.occurred_at desc limit ${Math.trunc(limit)})
     union all
     (select m.reading_position, true from palimpsest.memory m
      where ${admission.sql} and m.id = any (array(
        select t.memory_id from palimpsest.told_time t where t.tenant_id = $1 and (${overlaps(times, value)})
        order by t.starts_at desc limit ${Math.trunc(limit)})))`,
    values,
  );
  const of = (told: boolean) =>
    rows.filter((row) => row.told === told).map((row) => Number(row.reading_position));
  return { said: of(false), told: of(true) };
}

/** Which of these memories tell of one of these times. */
export async function tellingOf(
  tx: Tx,
  tenantId: string,
  ids: string[],
  times: AskedTime[],
): Promise<Set<string>> {
  const values: unknown[] = [tenantId, ids];
  const value = (v: unknown) => `$${values.push(v)}`;
  const rows = await tx.query<{ memory_id: string }>(
    `select distinct t.memory_id from unnest($2::text[]) as wanted(id) cross join lateral (
       select * from palimpsest.told_time where tenant_id = $1 and memory_id = wanted.id offset 0) t
     where ${overlaps(times, value)}`,
    values,
  );
  return new Set(rows.map(({ memory_id }) => memory_id));
}
