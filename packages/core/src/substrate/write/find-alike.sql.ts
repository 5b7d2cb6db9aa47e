import { allInOrder } from "../../async/index.js";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { admissionOf } from "../read/admission.sql.js";
import type { Filter } from "../read/filter.js";
import { nearestAdmitted, nearestVectors } from "../vectors/nearest-vectors.sql.js";
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

/** So many neighbours are compared. */
const maxAlike = 20;
/** So many vectors are looked at first, since the memories of some are not admitted. */
const lookedAt = 60;

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
 * The nearest memories that the filter admits and whose cosine is at least `least`, about the same subject or none, nearest
 * first, then oldest; and whether the space of their vectors is the one that is searched, so that no memory lacks one there.
 */
export async function findAlike(
  tx: Tx,
  who: Principal,
  m: Prepared & { embedding: Float32Array },
  filter: Filter,
  { least, exclude = [] }: { least: number; exclude?: readonly string[] },
): Promise<{ near: Alike[]; isActive: boolean }> {
  const [[space], first] = await allInOrder(
    tx.prepared<{ active: boolean }>(
      `select set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', '100', true),
         ${isActiveSpace("$1")} as active`,
      [m.spaceId],
    ),
    alikeAmong(tx, who, m, filter, { least, exclude, admitsFirst: false }),
  );
  const near = first ?? (await alikeAmong(tx, who, m, filter, { least, exclude, admitsFirst: true })) ?? [];
  return {
    near: near.sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1)),
    isActive: space!.active,
  };
}

/** Those among the nearest vectors; undefined if there may be more of them behind the last one. */
async function alikeAmong(
  tx: Tx,
  who: Principal,
  m: Prepared & { embedding: Float32Array },
  filter: Filter,
  { least, exclude, admitsFirst }: { least: number; exclude: readonly string[]; admitsFirst: boolean },
): Promise<Alike[] | undefined> {
  const { sql, values } = admissionOf(who.tenantId, filter, {
    after: [who.tenantId, vectorBytes(m.embedding)],
  });
  const value: Value = (v) => `$${values.push(v)}`;
  const others = `not (m.id = any (${value(exclude)}::text[]))`;
  const subject = `palimpsest.same_subject(m.subject_type, m.subject_id, ${value(m.subjectType ?? null)}, ${value(m.subjectId ?? null)})`;
  const admission = `${sql} and ${others} and ${subject}`;
  const vector = { spaceId: m.spaceId, dims: m.embedding.length };
  const limit = admitsFirst ? maxAlike : lookedAt;
  const near = admitsFirst
    ? nearestAdmitted(vector, { vector: "$2", limit, admission })
    : nearestVectors(vector, { vector: "$2", kinds: `${value(filter.kinds)}::text[]`, limit });
  const run = admitsFirst ? tx.query : tx.prepared;
  const rows = await run<Partial<Alike> & { looked_at: number; farthest: number }>(
    `with near as materialized (
       select near.memory_id, round((1 - near.distance)::numeric, 6)::float8 as cosine from ${near} near
     )
     select looked.looked_at, looked.farthest, found.*
     from (select count(*)::integer as looked_at, min(near.cosine) as farthest from near) looked left join (
       select m.id, m.text, near.cosine, ${samePlace(who, m, value)} as same_place
       from near cross join lateral (
         select * from palimpsest.memory where tenant_id = $1 and id = near.memory_id offset 0) m
       where near.cosine >= ${value(least)}::float8 and ${admission}
       order by near.cosine desc limit ${maxAlike}
     ) found on true`,
    values,
  );
  const found = rows.filter((row): row is (typeof rows)[number] & Alike => row.id !== null);
  const { looked_at, farthest } = rows[0]!;
  const isShort = !admitsFirst && found.length < maxAlike && looked_at === limit && farthest >= least;
  return isShort ? undefined : found;
}
