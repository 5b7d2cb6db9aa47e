import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Filter } from "../read/filter.js";
import { inMemory, type MentionRow, readableMention, standingMentions } from "./mentions.sql.js";

/** What an entity is called in texts of a class. */
export interface Form {
  surface_form: string;
  boundary_class: string;
  is_name: boolean;
  count: number;
}

export interface EntityRow {
  [column: string]: unknown;
  entity_id: string;
  type: MentionRow["type"];
  forms: Form[];
}

const forms = `
  select entity_id, type, surface_form, boundary_class, form_key, form_key = name_key as is_name, count(*)::integer as n
  from standing group by entity_id, type, surface_form, boundary_class, form_key, name_key`;
const asForms = `json_agg(json_build_object('surface_form', f.surface_form, 'boundary_class', f.boundary_class,
  'is_name', f.is_name, 'count', f.n) order by f.n desc, f.surface_form = upper(f.surface_form), f.surface_form)`;

const says = (likes: string) => `' ' || form_key like all (${likes}::text[])`;

/** Up to so many entities are looked up one by one; of more, all mentions are read. */
const fewEntities = 200;

/** The entities that some mention calls so, or a few more than are looked up one by one. */
async function calledSo(tx: Tx, words: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ entity_id: string }>(
    `select entity_id from palimpsest.entities_named($1, $2) as n(entity_id)`,
    [words, fewEntities + 1],
  );
  return rows.map(({ entity_id }) => entity_id);
}

/** Where a page of entities ends: how often the last one is named, its first form, and its id. */
export type AfterEntity = readonly [number, string, string];

export interface WantedEntities {
  /** Beginnings of words, all of which one of its names has. */
  words: readonly string[];
  type?: string;
  /** Named in one of these documents, which are then the only ones that count. */
  sources?: readonly string[];
  after?: AfterEntity;
  rows: number;
}

export type ListedEntity = EntityRow & { mentions: number; first_form: string };

/** Entities that are named so, those named most often first, and how many there are on all pages. */
export async function findEntities(
  tx: Tx,
  who: Principal,
  filter: Filter,
  { words, type, sources, after, rows }: WantedEntities,
): Promise<{ found: ListedEntity[]; total: number }> {
  const likes = words.map((word) => `% ${word.replace(/[\\%_]/g, "\\$&")}%`);
  const ids = words.length === 0 ? undefined : await calledSo(tx, words);
  if (ids?.length === 0) return { found: [], total: 0 };
  const entities = ids !== undefined && ids.length <= fewEntities ? ids : undefined;
  const { sql, values, value } = standingMentions(who.tenantId, filter, { entities, type, sources });
  const place = after
    ? `where (-e.mentions, e.first_form, e.entity_id) > (-(${value(after[0])}::integer), ${value(after[1])}, ${value(after[2])})`
    : "";
  const found = await tx.query<ListedEntity & { total: number; entity_id: string | null }>(
    `${sql}, entity as materialized (
       select f.entity_id, f.type, ${asForms} as forms, sum(f.n)::integer as mentions, min(f.surface_form) as first_form
       from (${forms}) f group by f.entity_id, f.type having bool_or(${says(value(likes))}))
     select page.*, counted.total from (select count(*)::integer as total from entity) counted
     left join lateral (
       select * from entity e ${place}
       order by e.mentions desc, e.first_form, e.entity_id limit ${value(rows)}::integer) page on true
     order by page.mentions desc, page.first_form, page.entity_id`,
    values,
  );
  return { found: found.filter(({ entity_id }) => entity_id !== null), total: found[0]!.total };
}

/** An entity as its mentions show it; undefined if none of them may be read. */
export async function findEntity(
  tx: Tx,
  who: Principal,
  filter: Filter,
  id: string,
): Promise<EntityRow | undefined> {
  const { sql, values } = standingMentions(who.tenantId, filter, { entities: [id] });
  const [row] = await tx.query<EntityRow>(
    `${sql} select f.entity_id, f.type, ${asForms} as forms from (${forms}) f group by f.entity_id, f.type`,
    values,
  );
  return row;
}

export type ShownMention = Pick<MentionRow, "memory_id" | "surface_form" | "start_char" | "end_char"> & {
  [column: string]: unknown;
  source_id: string;
  boundary_class: string;
};

/** Where an entity is named, document by document. */
export function findMentions(
  tx: Tx,
  who: Principal,
  filter: Filter,
  id: string,
  limit: number,
): Promise<ShownMention[]> {
  const { sql, values, value } = standingMentions(who.tenantId, filter, { entities: [id] });
  return tx.query<ShownMention>(
    `${sql} select memory_id, source_id, surface_form, start_char, end_char, boundary_class from standing
     order by source_id, start_char nulls last, mention_id limit ${value(limit)}::integer`,
    values,
  );
}

/** A folded name in a document. */
export interface NameInSource {
  source_id: string;
  form_key: string;
}

/** So many mentions of a name in a document are looked at to tell whom it means. */
const lookedAt = 100;

/** Whom names mean in their documents, where they can mean only one. Each is looked up by the index, whatever the statistics. */
export function namedEntities(
  tx: Tx,
  who: Principal,
  filter: Filter,
  names: readonly NameInSource[],
): Promise<(NameInSource & { entity_id: string })[]> {
  const { readable, values, value } = readableMention(who.tenantId, filter);
  const sources = value(names.map(({ source_id }) => source_id));
  const forms = value(names.map(({ form_key }) => form_key));
  const mentions = (source: string, form: string) => `(
    select * from palimpsest.entity_mention where tenant_id = $1 and source_id = ${source} and form_key = ${form}
    limit ${lookedAt}) e ${inMemory}`;
  return tx.prepared<NameInSource & { entity_id: string; [column: string]: unknown }>(
    `select w.source_id, w.form_key, min(e.entity_id) as entity_id
     from unnest(${sources}::text[], ${forms}::text[]) as w(source_id, form_key)
     cross join lateral ${mentions("w.source_id", "w.form_key")}
     where ${readable} and (e.form_key = e.name_key or exists (
       select 1 from (select e.entity_id as id, e.name_key as name) alias
       cross join lateral ${mentions("w.source_id", "alias.name")}
       where e.entity_id = alias.id and ${readable}))
     group by w.source_id, w.form_key having count(distinct e.entity_id) = 1`,
    values,
  );
}
