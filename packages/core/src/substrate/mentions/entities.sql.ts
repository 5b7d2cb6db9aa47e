import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Filter } from "../read/filter.js";
import { type MentionRow, standingMentions } from "./mentions.sql.js";

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
  const says = (list: string) => `' ' || form_key like all (${list}::text[])`;
  const { sql, values, value } = standingMentions(who.tenantId, filter, (v) => {
    const picked = ["true"];
    if (words.length > 0) {
      picked.push(`e.entity_id in (
        select entity_id from palimpsest.entity_mention where tenant_id = $1 and ${says(v(likes))})`);
    }
    if (type !== undefined) picked.push(`e.type = ${v(type)}`);
    if (sources !== undefined) picked.push(`e.source_id = any (${v(sources)}::text[])`);
    return picked.join(" and ");
  });
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
  const { sql, values } = standingMentions(who.tenantId, filter, (value) => `e.entity_id = ${value(id)}`);
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
  const { sql, values, value } = standingMentions(who.tenantId, filter, (v) => `e.entity_id = ${v(id)}`);
  return tx.query<ShownMention>(
    `${sql} select memory_id, source_id, surface_form, start_char, end_char, boundary_class from standing
     order by source_id, start_char nulls last, mention_id limit ${value(limit)}::integer`,
    values,
  );
}

/** A name that a document uses, and whom it means there. */
export interface NamedEntity {
  [column: string]: unknown;
  source_id: string;
  form_key: string;
  entity_id: string;
}

/** Whom these folded names mean in these documents, where they can mean only one. */
export function namedEntities(
  tx: Tx,
  who: Principal,
  filter: Filter,
  { sources, names }: { sources: readonly string[]; names: readonly string[] },
): Promise<NamedEntity[]> {
  const { sql, values, value } = standingMentions(who.tenantId, filter, (v) => {
    const documents = `${v(sources)}::text[]`;
    return `e.source_id = any (${documents}) and e.entity_id in (
      select entity_id from palimpsest.entity_mention
      where tenant_id = $1 and source_id = any (${documents}) and form_key = any (${v(names)}::text[]))`;
  });
  return tx.query<NamedEntity>(
    `${sql} select source_id, form_key, min(entity_id) as entity_id from standing
     where form_key = any (${value(names)}::text[])
     group by source_id, form_key having count(distinct entity_id) = 1`,
    values,
  );
}
