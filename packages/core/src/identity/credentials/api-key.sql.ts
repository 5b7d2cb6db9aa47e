import type { Permission } from "@palimpsest/contract";
import { iso, type Rows, selectList, type Tx } from "../../db/index.js";
import { type Principal, writerOf } from "../../principal.js";

type KeyTable = Rows["api_key"];
type Holder = Pick<KeyTable, "principal_id" | "type" | "role" | "teams" | "grants"> & {
  scopes: Permission[];
};
type FoundKey = Holder & Pick<KeyTable, "tenant_id" | "key_id">;

/** Whose key it is, unless it is unknown, revoked or expired. */
export async function keyByHash(tx: Tx, hash: Buffer): Promise<FoundKey | undefined> {
  const [row] = await tx.query<FoundKey>(`select * from palimpsest.key_by_hash($1)`, [hash]);
  return row;
}

export type NewKey = Holder & Pick<KeyTable, "key_id" | "hash" | "expires_at">;

export async function insertKey(tx: Tx, who: Principal, key: NewKey): Promise<void> {
  await tx.query(
    `insert into palimpsest.api_key (tenant_id, key_id, principal_id, type, role, hash, scopes, teams, grants, expires_at,
       made_by, made_by_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      who.tenantId,
      key.key_id,
      key.principal_id,
      key.type,
      key.role,
      key.hash,
      key.scopes,
      key.teams,
      key.grants,
      key.expires_at,
      writerOf(who),
      who.keyId ?? null,
    ],
  );
}

/** What bounds a key that the caller makes with its own key, and when one of this many days would expire. */
export async function keyBounds(
  tx: Tx,
  who: Principal,
  days: number | undefined,
): Promise<{ wanted: Date | null; expires_at: Date | null; scopes: Permission[] | null }> {
  const [row] = await tx.query<{ wanted: Date | null; expires_at: Date | null; scopes: Permission[] | null }>(
    `select date_trunc('milliseconds', clock_timestamp() + make_interval(days => $3::integer)) as wanted,
       k.expires_at, k.scopes
     from (values (1)) one left join palimpsest.api_key k on k.tenant_id = $1 and k.key_id = $2`,
    [who.tenantId, who.keyId ?? null, days ?? null],
  );
  return row!;
}

const fields = [
  "key_id",
  "principal_id",
  "type",
  "role",
  "teams",
  "grants",
  "made_by",
  "made_by_key",
  "created_at",
  "expires_at",
  "revoked_at",
  "last_used_at",
] as const;

export type KeyRow = Pick<KeyTable, (typeof fields)[number]> & { scopes: Permission[] };

/** The ids of those who may approve edits: the caller, if it may, and the holders of keys that are good now. */
export async function findApprovers(tx: Tx, who: Principal): Promise<Set<string>> {
  const rows = await tx.query<{ principal_id: string }>(
    `select distinct k.principal_id from palimpsest.api_key k
     where k.tenant_id = $1 and k.role in ('reviewer', 'admin') and (k.scopes = '{}' or 'edit:approve' = any (k.scopes))
       and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp())`,
    [who.tenantId],
  );
  const own = who.permissions.has("edit:approve") ? [who.id] : [];
  return new Set([...own, ...rows.map(({ principal_id }) => principal_id)]);
}

/** The tenant's keys, newest first. */
export const latestKeys = (
  tx: Tx,
  who: Principal,
  { after, rows }: { after: readonly unknown[] | undefined; rows: number },
): Promise<(KeyRow & { position: string })[]> =>
  tx.query<KeyRow & { position: string }>(
    `select ${selectList("k", fields)}, k.scopes, ${iso("k.created_at")} as position
     from palimpsest.api_key k
     where k.tenant_id = $1 and ($2::timestamptz is null or (k.created_at, k.key_id) < ($2::timestamptz, $3))
     order by k.created_at desc, k.key_id desc limit $4`,
    [who.tenantId, after?.[0] ?? null, after?.[1] ?? null, rows],
  );

/** When the key was revoked, now or before; undefined if there is none. */
export async function closeKey(tx: Tx, who: Principal, keyId: string): Promise<Date | undefined> {
  const [row] = await tx.query<{ revoked_at: Date }>(
    `update palimpsest.api_key set revoked_at = coalesce(revoked_at, clock_timestamp())
     where tenant_id = $1 and key_id = $2 returning revoked_at`,
    [who.tenantId, keyId],
  );
  return row?.revoked_at;
}

/**
 * Revokes what was made with a key that this transaction has revoked, and what was made with that. One generation at
 * a time: whoever makes a key locks its maker, so each statement sees all that its generation has made.
 */
export async function closeMadeWith(tx: Tx, who: Principal, keyId: string): Promise<string[]> {
  const closed: string[] = [];
  for (let makers = [keyId]; makers.length > 0; ) {
    const rows = await tx.query<{ key_id: string; fresh: boolean }>(
      `update palimpsest.api_key k set revoked_at = coalesce(k.revoked_at, clock_timestamp())
       from (select key_id, revoked_at is null as fresh from palimpsest.api_key
             where tenant_id = $1 and made_by_key = any ($2) for update) made
       where k.tenant_id = $1 and k.key_id = made.key_id returning k.key_id, made.fresh`,
      [who.tenantId, makers],
    );
    closed.push(...rows.filter(({ fresh }) => fresh).map(({ key_id }) => key_id));
    makers = rows.map(({ key_id }) => key_id);
  }
  return closed;
}
