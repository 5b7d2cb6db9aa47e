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

export type SaidEvent = Pick<
  MemoryRow,
  "id" | "text" | "attributes" | "edit_count" | "writer" | "edited_by"
> & {
  recorded_at: string;
  /** "" if it has none. */
  event_time: string;
  /** Whose words it shows: the writer, then those who edited it. */
  authors: string;
};

/** Where a page goes on: after the event with this time, recorded then, of this id. */
export type AfterEvent = readonly [eventTime: string, recordedAt: string, id: string];

export interface EventPage {
  after?: AfterEvent;
  /** Where the events of these authors go on instead; null: from the first one. */
  held?: readonly (readonly [authors: string, after: AfterEvent | null])[];
  /** Events of these authors are left out. */
  without?: readonly string[];
  rows: number;
  /** Whether all are counted, on all pages; they are unless it says no. */
  counted?: boolean;
}

/** The day of a memory is indexed with its words, and counts for one occurrence of each of the three. */
const isOfItsDay = `q.spelt && array[
    to_char(m.occurred_at at time zone 'utc', 'FMDD'), lower(to_char(m.occurred_at at time zone 'utc', 'FMMonth')),
    to_char(m.occurred_at at time zone 'utc', 'YYYY')]`;

/** Events whose narrative says the words, the latest event time first, and how many there are in all. */
export async function findSaidEvents(
  tx: Tx,
  who: Principal,
  filter: Filter,
  { words, category, from, to, ids }: SaidEvents,
  page: EventPage,
): Promise<{ events: SaidEvent[]; total: number }> {
  const { sql, values } = admissionOf(who.tenantId, filter);
  const value = (v: unknown) => `$${values.push(v)}`;
  const conditions = [sql, "m.event_category is not null"];
  if (category !== undefined) conditions.push(`m.event_category = ${value(category)}`);
  if (from !== undefined) conditions.push(`m.event_time >= ${value(from)}::timestamptz`);
  if (to !== undefined) conditions.push(`m.event_time <= ${value(to)}::timestamptz`);
  if (ids) conditions.push(`m.id = any (${value(ids)}::text[])`);
  const read = { tx, values, value, where: conditions.join(" and "), page };
  return words === undefined ? readInOrder(read) : readSayers(read, sayers(value(words.folded), words.match));
}

interface Read {
  tx: Tx;
  values: unknown[];
  value: (v: unknown) => string;
  where: string;
  page: EventPage;
}

const authors = `array_to_string(m.writer || m.edited_by, chr(10))`;
const columns = `m.id, m.text, m.attributes, m.edit_count, m.writer, m.edited_by, ${authors} as authors, ${iso("m.recorded_at")} as recorded_at,
  coalesce(${iso("m.event_time")}, '') as event_time`;
const order = "m.event_time desc nulls last, m.recorded_at desc, m.id desc";

/** The place in the order that a page begins behind, and whose events are read from elsewhere or not at all. */
function behind({ page: { after, held = [], without = [] }, value }: Read): string {
  const isBehind = (place: AfterEvent | null) =>
    place === null
      ? "true"
      : `(coalesce(m.event_time, '-infinity'), m.recorded_at, m.id) < (coalesce(nullif(${value(place[0])}, ''), '-infinity')::timestamptz,
        ${value(place[1])}::timestamptz, ${value(place[2])})`;
  const own = held.map(([name, place]) => `when ${value(name)} then ${isBehind(place)}`);
  const others = after === undefined ? "true" : isBehind(after);
  const from = own.length === 0 ? others : `case ${authors} ${own.join(" ")} else ${others} end`;
  return without.length === 0 ? from : `(${from}) and ${authors} <> all (${value(without)}::text[])`;
}

/** An index gives the first events in their order, so they are read apart from being counted. */
async function readInOrder(read: Read): Promise<{ events: SaidEvent[]; total: number }> {
  const { tx, values, value, where, page } = read;
  const from = `from palimpsest.memory m where ${where}`;
  let total = 0;
  if (page.counted !== false) {
    const [counted] = await tx.query<{ n: string }>(`select count(*) as n ${from}`, values);
    total = Number(counted!.n);
    if (total === 0) return { events: [], total };
  }
  const events = await tx.query<SaidEvent>(
    `select ${columns} ${from} and ${behind(read)} order by ${order} limit ${value(page.rows)}`,
    values,
  );
  return { events, total };
}

/** Those that say words are found once, then counted and sorted. */
async function readSayers(read: Read, said: string): Promise<{ events: SaidEvent[]; total: number }> {
  const { tx, values, value, where, page } = read;
  // The text of the statement differs where somebody's events are read from elsewhere.
  const run = page.held?.length || page.without?.length ? tx.query : tx.prepared;
  const rows = await run<Partial<SaidEvent> & { total: string }>(
    `with hits as materialized (select m.id, m.event_time, m.recorded_at, m.writer, m.edited_by from ${said} m where ${where}), page as (
       select * from hits m where ${behind(read)} order by ${order} limit ${value(page.rows)})
     select t.total, m.* from (select count(*) as total from hits) t left join (
       select ${columns}, row_number() over (order by ${order}) as place from page p
       cross join lateral (select * from palimpsest.memory where tenant_id = $1 and id = p.id offset 0) m) m on true
     order by m.place`,
    values,
  );
  const events = rows.filter((row): row is SaidEvent & { total: string } => row.id !== null);
  return { events, total: Number(rows[0]!.total) };
}

const months = `'{january,february,march,april,may,june,july,august,september,october,november,december}'::text[]`;

/** The terms of the words, each with the words that it is the stem of, and whether one of them may be a part of a day. */
const asked = (words: string) =>
  `select l.term, array_agg(w.word) as spelt, bool_or(w.word ~ '^[0-9]+$' or w.word = any (${months})) as is_dated
   from unnest(${words}::text[]) as w(word), palimpsest.lexemes(w.word) l group by l.term`;

const sayers = (words: string, match: "all" | "any") =>
  match === "all" ? sayersOfAll(words) : sayersOfAny(words);

/** So many postings of a word are counted to find the rarest one. */
const mostCounted = 2_000;

/**
 * The events that say all of the words: of those that say the rarest one, each that says the others too. Memories are
 * looked at last, since that costs most.
 */
const sayersOfAll = (words: string) => `(
  with asked as materialized (${asked(words)}), rarest as materialized (
    select q.term from asked q cross join lateral (
      select count(*) as n from (
        select 1 from palimpsest.memory_term where tenant_id = $1 and term = q.term limit ${mostCounted}) p) c
    order by c.n, q.term limit 1
  ), said as materialized (
    select r.reading_position from rarest
    cross join lateral (
      select reading_position from palimpsest.memory_term where tenant_id = $1 and term = rarest.term offset 0) r
    where not exists (
      select 1 from asked q where q.term <> rarest.term and not exists (
        select 1 from palimpsest.memory_term t
        where t.tenant_id = $1 and t.term = q.term and t.reading_position = r.reading_position))
  )
  select m.* from said
  cross join lateral (
    select * from palimpsest.memory where tenant_id = $1 and reading_position = said.reading_position offset 0) m
  where m.kind = 'semantic_event' and not exists (
    select 1 from asked q where q.is_dated and ${isOfItsDay} and exists (
      select 1 from palimpsest.memory_term t
      where t.tenant_id = $1 and t.term = q.term and t.reading_position = said.reading_position
        and ${unpackedTf("t")} <= 1)))`;

/** The events that say any of the words. */
const sayersOfAny = (words: string) => `(
  with asked as materialized (${asked(words)}), said as materialized (
    select t.reading_position, bool_or(not q.is_dated) as is_sure from asked q
    cross join lateral (
      select reading_position from palimpsest.memory_term where tenant_id = $1 and term = q.term offset 0) t
    group by t.reading_position
  )
  select m.* from said
  cross join lateral (
    select * from palimpsest.memory where tenant_id = $1 and reading_position = said.reading_position offset 0) m
  where m.kind = 'semantic_event' and (said.is_sure or exists (
    select 1 from asked q cross join lateral (
      select packed from palimpsest.memory_term
      where tenant_id = $1 and term = q.term and reading_position = said.reading_position) t
    where ${unpackedTf("t")} > case when ${isOfItsDay} then 1 else 0 end)))`;
