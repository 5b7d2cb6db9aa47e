import type { entityTypes } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { admissionOf } from "../read/admission.sql.js";
import type { Filter } from "../read/filter.js";

/** A place where a memory names an entity. */
export interface MentionRow {
  mention_id: string;
  memory_id: string;
  /** The passage that overlaps there and has the same words. */
  also_in: string | null;
  entity_id: string;
  type: (typeof entityTypes)[number];
  name_key: string;
  surface_form: string;
  form_key: string;
  /** Null if the metadata of the document names it. */
  start_char: number | null;
  end_char: number | null;
}

/** Gives passages of a revision these mentions instead of those that they had. */
export async function replaceMentions(
  tx: Tx,
  artifactId: string,
  passages: readonly string[],
  rows: readonly MentionRow[],
): Promise<void> {
  await tx.query(`select palimpsest.replace_mentions($1, $2, $3)`, [
    artifactId,
    passages,
    JSON.stringify(rows),
  ]);
}

/** The words of mention `e` may be read in memory `m`: a text that edits have changed must still say them. */
const stands =
  "(e.start_char is null or m.content_hash = m.original_hash or strpos(m.text, e.surface_form) > 0)";

/** The memory `m` of mention `e`, looked up before any other condition is applied. */
export const inMemory = `cross join lateral (
  select * from palimpsest.memory where tenant_id = $1 and id = e.memory_id offset 0) m`;

/** Whether a filter lets mention `e` be read, which stands in memory `m`. */
export function readableMention(
  tenantId: string,
  filter: Filter,
): { readable: string; values: unknown[]; value: (v: unknown) => string } {
  const { sql: admitted, values } = admissionOf(tenantId, filter);
  const readable = `${admitted} and ${stands} and (e.also_in is null or exists (
    select 1 from palimpsest.memory m where m.id = e.also_in and ${admitted} and ${stands}))`;
  return { readable, values, value: (v) => `$${values.push(v)}` };
}

/** Which mentions are looked at: of all entities, of all types and in all documents unless given. */
export interface WhichMentions {
  entities?: readonly string[];
  type?: string;
  sources?: readonly string[];
}

/**
 * The mentions `standing` that a filter lets read. An alias stands where its document also gives the name: what tells whom
 * it means must not be withheld. Each passage is looked up once for all of its mentions.
 */
export function standingMentions(
  tenantId: string,
  filter: Filter,
  { entities, type, sources }: WhichMentions,
): { sql: string; values: unknown[]; value: (v: unknown) => string } {
  const { readable, values, value } = readableMention(tenantId, filter);
  const which = `${value(entities ?? null)}::text[], ${value(sources ?? null)}::text[], ${value(type ?? null)}::text`;
  const sql = `with seen as materialized (
      select e.entity_id, e.type, e.name_key, e.form_key, e.surface_form, e.source_id, e.memory_id, e.start_char,
        e.end_char, e.mention_id, m.boundary_class
      from (select v.memory_id, array_agg(v) as mentions from palimpsest.visible_mentions(${which}) v
            group by v.memory_id) g
      cross join lateral (
        select * from palimpsest.memory where tenant_id = $1 and id = g.memory_id offset 0) m
      cross join lateral unnest(g.mentions) e
      where ${readable}
    ), standing as (
      select * from (
        select seen.*, bool_or(form_key = name_key) over (partition by entity_id, source_id) as is_named from seen) s
      where s.is_named
    )`;
  return { sql, values, value };
}
