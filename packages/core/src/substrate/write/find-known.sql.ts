import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Prepared } from "./draft.js";
import { comparable, samePlace, type Value } from "./same-place.sql.js";

/** A memory in force that is meant by what is stored, and whether that is what it said before it was edited. */
export interface Known {
  id: string;
  is_original: boolean;
}

/** Locks a name in the tenant until the transaction ends, so that two calls at once store one memory under it. */
export async function lockName(tx: Tx, who: Principal, name: string): Promise<void> {
  await tx.prepared(`select pg_advisory_xact_lock(hashtextextended($1, 2))`, [
    JSON.stringify([who.tenantId, name]),
  ]);
}

const inForce = `m.status = 'active' and not m.retracted and (m.expires_at is null or m.expires_at > clock_timestamp())`;

/** The memory that another system calls so, in the same place and for the same readers. */
export async function findNamed(
  tx: Tx,
  who: Principal,
  m: Prepared,
  name: string,
): Promise<Known | undefined> {
  const values: unknown[] = [who.tenantId, name, m.kind, m.hash];
  const value: Value = (v) => `$${values.push(v)}`;
  const [row] = await tx.prepared<Known>(
    `select m.id, m.original_hash = $4 as is_original
     from palimpsest.memories_with($3, 'external_id', $2, null, null, 1000) named
     cross join lateral (
       select * from palimpsest.memory where tenant_id = $1 and id = named.id offset 0) m
     where ${inForce} and ${comparable(who, value)} and ${samePlace(who, m, value, { changing: true })}
     order by m.recorded_at, m.id limit 1`,
    values,
  );
  return row;
}

/**
 * The memory with the same text in the same place and for the same readers; or the one that had this text until somebody
 * else than the caller edited it. One that has another name is another.
 */
export async function findSaid(
  tx: Tx,
  who: Principal,
  m: Prepared,
  writer: string,
  exclude: readonly string[] = [],
): Promise<Known | undefined> {
  const name = (m.attributes.external_id as string | undefined) ?? null;
  const values: unknown[] = [who.tenantId, m.hash, m.kind, writer, name, exclude];
  const value: Value = (v) => `$${values.push(v)}`;
  const [row] = await tx.prepared<Known>(
    `select m.id, m.content_hash <> $2 as is_original
     from (select id from palimpsest.memory where tenant_id = $1 and content_hash = $2
           union all select id from palimpsest.memory
           where tenant_id = $1 and original_hash = $2 and original_hash <> content_hash) same
     cross join lateral (
       select * from palimpsest.memory where tenant_id = $1 and id = same.id offset 0) m
     where m.kind = $3 and ${inForce} and not (m.id = any ($6::text[])) and ($5::text is null or not m.attributes ? 'external_id')
       and (m.content_hash = $2 or exists (select 1 from unnest(m.edited_by) editor where editor <> $4))
       and ${comparable(who, value)} and ${samePlace(who, m, value, { changing: true })}
     order by m.content_hash <> $2, m.recorded_at, m.id limit 1`,
    values,
  );
  return row;
}

/** Raises the class of a fact, if it is lower than this. */
export async function raiseFactClass(tx: Tx, id: string, boundaryClass: string): Promise<void> {
  await tx.prepared(`select palimpsest.raise_claim_class($1, $2)`, [id, boundaryClass]);
}

/** Gives a fact or a skill the tags and the end, or none, that it was stored again with; notes when. */
export async function updateStored(tx: Tx, who: Principal, id: string, m: Prepared): Promise<void> {
  await tx.query(`select palimpsest.update_fact($1, $2, $3)`, [id, m.tags, m.expiresAt ?? null]);
  await tx.prepared(
    `insert into palimpsest.memory_signal (tenant_id, memory_id, updated_at) values ($1, $2, clock_timestamp())
     on conflict (tenant_id, memory_id) do update set updated_at = excluded.updated_at`,
    [who.tenantId, id],
  );
}
