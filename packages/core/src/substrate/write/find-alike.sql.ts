import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { admissionOf } from "../read/admission.sql.js";
import type { Filter } from "../read/filter.js";
import { isActiveSpace } from "../vectors/space.sql.js";
import { vectorBytes } from "../vectors/vector-bytes.js";
import type { Prepared } from "./draft.js";
import { comparable, samePlace, type Value } from "./same-place.sql.js";

/** A memory that says much the same as one that is to be written. */
export interface Alike {
  id: string;
  text: string;
  cosine: number;
  /** It stands where the new one would, for the same readers, and as long. */
  same_place: boolean;
}

/** How many neighbours are looked at. */
const maxAlike = 20;

/** The oldest memory in force with the same text, place and readers; and the same class, unless it is the caller's own. */
export async function findEqual(
  tx: Tx,
  who: Principal,
  m: Prepared,
  exclude: readonly string[] = [],
): Promise<string | undefined> {
  const values: unknown[] = [who.tenantId, m.hash, m.kind, exclude];
  const value: Value = (v) => `$${values.push(v)}`;
  const [row] = await tx.prepared<{ id: string }>(
    `select m.id from palimpsest.memory m
     where m.tenant_id = $1 and m.content_hash = $2 and m.kind = $3 and not (m.id = any ($4::text[]))
       and m.status = 'active' and not m.retracted and (m.expires_at is null or m.expires_at > clock_timestamp())
       and ${comparable(who, value)} and ${samePlace(who, m, value, { raising: true })}
     order by m.recorded_at, m.id limit 1`,
    values,
  );
  return row?.id;
}

/**
 * The nearest memories that the filter admits, about the same subject or none, nearest first, then oldest; and whether the
 * space of their vectors is the one that is searched, so that no memory lacks one there.
 */
export async function findAlike(
  tx: Tx,
  who: Principal,
  m: Prepared & { embedding: Float32Array },
  filter: Filter,
  exclude: readonly string[] = [],
): Promise<{ near: Alike[]; isActive: boolean }> {
  const admission = admissionOf(who.tenantId, filter);
  const values = [...admission.values];
  const value: Value = (v) => `$${values.push(v)}`;
  const vector = value(vectorBytes(m.embedding));
  const same = samePlace(who, m, value);
  const others = `not (m.id = any (${value(exclude)}::text[]))`;
  const subject = `palimpsest.same_subject(m.subject_type, m.subject_id, ${value(m.subjectType ?? null)}, ${value(m.subjectId ?? null)})`;
  const dims = m.embedding.length;
  const distance = `v.embedding::vector(${dims}) <=> ${vector}::vector(${dims})`;
  const [space] = await tx.prepared<{ active: boolean }>(
    `select set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', '100', true),
       ${isActiveSpace("$1")} as active`,
    [m.spaceId],
  );
  const rows = await tx.query<Alike>(
    `select m.id, m.text, round((1 - (${distance}))::numeric, 6)::float8 as cosine, ${same} as same_place
     from palimpsest.memory_vector v
     join palimpsest.memory m on m.tenant_id = v.tenant_id and m.id = v.memory_id
     where v.tenant_id = $1 and v.space_id = ${Math.trunc(m.spaceId)} and ${admission.sql} and ${others} and ${subject}
     order by ${distance} limit ${maxAlike}`,
    values,
  );
  return {
    near: rows.sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1)),
    isActive: space!.active,
  };
}
