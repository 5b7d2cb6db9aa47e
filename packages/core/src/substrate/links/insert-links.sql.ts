import { notFound } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { lockMemories } from "../fold/lock-memories.sql.js";

/**
 * Links a memory of the caller's own to others that the caller may see. If one is missing or foreign, nothing is linked;
 * a link that is there already stays.
 */
export async function insertLinks(
  tx: Tx,
  who: Principal,
  from: string,
  to: string[],
  type: string,
): Promise<void> {
  // With the lock, a cascading edit of one of them either sees this link or is committed before it.
  await lockMemories(tx, to);
  const linked = await tx.query(
    `with source as (
       select m.id from palimpsest.memory m where m.tenant_id = $1 and m.id = any ($3) and not m.retracted),
     linked as (
       insert into palimpsest.memory_link (tenant_id, from_id, to_id, type)
       select $1, $2, source.id, $4 from source on conflict do nothing)
     select id from source`,
    [who.tenantId, from, to, type],
  );
  if (linked.length !== new Set(to).size) throw notFound("memory");
}

/**
 * The same for many memories of the caller's own in one statement: each of `from` is derived from the memory at its place
 * in `to`. False, and nothing is linked, if one of those is missing or retracted.
 */
export async function linkSources(
  tx: Tx,
  who: Principal,
  pairs: readonly { from: string; to: string }[],
): Promise<boolean> {
  const sources = [...new Set(pairs.map(({ to }) => to))].sort();
  if (sources.length === 0) return true;
  await lockMemories(tx, sources);
  const [row] = await tx.query<{ found: number }>(
    `select count(*)::integer as found from palimpsest.memory m
     where m.tenant_id = $1 and m.id = any ($2) and not m.retracted`,
    [who.tenantId, sources],
  );
  if (row!.found !== sources.length) return false;
  await tx.query(
    `insert into palimpsest.memory_link (tenant_id, from_id, to_id, type)
     select $1, given.a, given.b, 'derived_from' from unnest($2::text[], $3::text[]) as given(a, b)
     on conflict do nothing`,
    [who.tenantId, pairs.map(({ from }) => from), pairs.map(({ to }) => to)],
  );
  return true;
}
