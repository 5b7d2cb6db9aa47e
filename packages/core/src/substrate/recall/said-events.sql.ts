import { iso, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { unpackedTf } from "../lexicon/lexicon.sql.js";
import type { MemoryRow } from "../memory.js";
import { admissionOf } from "../read/admission.sql.js";
import type { Filter } from "../read/filter.js";

/** What a search of events asks for, besides what may be read. */
export interface SaidEvents {
  /** Words as the index has them; undefined: whatever events say. */
  words?: { folded: string[]; match: "all" | "any" };
  category?: string;
  /** Both ends count. */
  from?: string;
  to?: string;
  /** Of these events only. */
  ids?: string[];
}

export type SaidEvent = Pick<MemoryRow, "id" | "text" | "attributes" | "edit_count"> & {
  recorded_at: string;
  /** "" if it has none. */
  event_time: string;
};

/** Where a page goes on: after the event with this time, recorded then, of this id. */
export type AfterEvent = readonly [eventTime: string, recordedAt: string, id: string];

/** The day of a memory is indexed with its words, and counts for one occurrence of each of the three. */
const ofItsDay = `case when q.spelt && array[
    to_char(m.occurred_at at time zone 'utc', 'FMDD'), lower(to_char(m.occurred_at at time zone 'utc', 'FMMonth')),
    to_char(m.occurred_at at time zone 'utc', 'YYYY')] then 1 else 0 end`;

/** Events whose narrative says the words, the latest event time first, and how many there are in all. */
export async function findSaidEvents(
  tx: Tx,
  who: Principal,
  filter: Filter,
  { words, category, from, to, ids }: SaidEvents,
  page: { after?: AfterEvent; rows: number },
): Promise<{ events: SaidEvent[]; total: number }> {
  const { sql, values } = admissionOf(who.tenantId, filter);
  const value = (v: unknown) => `$${values.push(v)}`;
  const conditions = [sql, "m.event_category is not null"];
  if (category !== undefined) conditions.push(`m.event_category = ${value(category)}`);
  if (from !== undefined) conditions.push(`m.event_time >= ${value(from)}::timestamptz`);
  if (to !== undefined) conditions.push(`m.event_time <= ${value(to)}::timestamptz`);
  if (ids) conditions.push(`m.id = any (${value(ids)}::text[])`);
  const all = words === undefined ? "palimpsest.memory m" : `${sayers(value(words.folded), words.match)} m`;
  const where = conditions.join(" and ");
  const [counted] = await tx.query<{ n: string }>(`select count(*) as n from ${all} where ${where}`, values);
  const total = Number(counted!.n);
  if (total === 0) return { events: [], total };
  const place = page.after
    ? `and (coalesce(m.event_time, '-infinity'), m.recorded_at, m.id) < (coalesce(nullif(${value(page.after[0])}, ''), '-infinity')::timestamptz,
        ${value(page.after[1])}::timestamptz, ${value(page.after[2])})`
    : "";
  const events = await tx.query<SaidEvent>(
    `select m.id, m.text, m.attributes, m.edit_count, ${iso("m.recorded_at")} as recorded_at,
       coalesce(${iso("m.event_time")}, '') as event_time
     from ${all} where ${where} ${place}
     order by m.event_time desc nulls last, m.recorded_at desc, m.id desc limit ${value(page.rows)}`,
    values,
  );
  return { events, total };
}

/** The terms of the words, each with the words that it is the stem of. */
const asked = (words: string) =>
  `select l.term, array_agg(w.word) as spelt from unnest(${words}::text[]) as w(word), palimpsest.lexemes(w.word) l
   group by l.term`;

const sayers = (words: string, match: "all" | "any") =>
  match === "all" ? sayersOfAll(words) : sayersOfAny(words);

/** So many postings of a word are counted to find the rarest one. */
const mostCounted = 5_000;

/** The events that say all of the words: of those that say the rarest one, each that says the others too. */
const sayersOfAll = (words: string) => `(
  with asked as materialized (${asked(words)}), rarest as materialized (
    select q.term from asked q cross join lateral (
      select count(*) as n from (
        select 1 from palimpsest.memory_term where tenant_id = $1 and term = q.term limit ${mostCounted}) p) c
    order by c.n, q.term limit 1
  )
  select m.* from rarest
  cross join lateral (
    select reading_position from palimpsest.memory_term where tenant_id = $1 and term = rarest.term offset 0) r
  cross join lateral (
    select * from palimpsest.memory where tenant_id = $1 and reading_position = r.reading_position offset 0) m
  where m.kind = 'semantic_event' and not exists (
    select 1 from asked q left join lateral (
      select packed from palimpsest.memory_term
      where tenant_id = $1 and term = q.term and reading_position = r.reading_position) t on true
    where t.packed is null or ${unpackedTf("t")} <= ${ofItsDay}))`;

/** The events that say any of the words. */
const sayersOfAny = (words: string) => `(
  with asked as (${asked(words)}), said as (
    select distinct t.reading_position from asked q
    cross join lateral (
      select reading_position, packed from palimpsest.memory_term where tenant_id = $1 and term = q.term) t
    cross join lateral (
      select kind, occurred_at from palimpsest.memory
      where tenant_id = $1 and reading_position = t.reading_position offset 0) m
    where m.kind = 'semantic_event' and ${unpackedTf("t")} > ${ofItsDay}
  )
  select e.* from said cross join lateral (
    select * from palimpsest.memory where tenant_id = $1 and reading_position = said.reading_position offset 0) e)`;
