import type { Permission } from "@palimpsest/contract";
import { type Rows, selectList, type Tx } from "../../db/index.js";
import type { Principal } from "../../principal.js";

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

export type NewKey = Holder & Pick<KeyTable, "key_id" | "hash"> & { expires_in_days?: number };

/** Gives the time at which the key expires, or null. */
export async function insertKey(tx: Tx, who: Principal, key: NewKey): Promise<Date | null> {
  const [row] = await tx.query<{ expires_at: Date | null }>(
    `insert into palimpsest.api_key (tenant_id, key_id, principal_id, type, role, hash, scopes, teams, grants, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp() + make_interval(days => $10::integer))
     returning expires_at`,
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
      key.expires_in_days ?? null,
    ],
  );
  return row!.expires_at;
}

const fields = [
  "key_id",
  "principal_id",
  "type",
  "role",
  "teams",
  "grants",
  "created_at",
  "expires_at",
  "revoked_at",
  "last_used_at",
] as const;

export type KeyRow = Pick<KeyTable, (typeof fields)[number]> & { scopes: Permission[] };

/** The tenant's keys, newest first. */
export const latestKeys = (tx: Tx, who: Principal): Promise<KeyRow[]> =>
  tx.query<KeyRow>(
    `select ${selectList("k", fields)}, k.scopes
     from palimpsest.api_key k where k.tenant_id = $1 order by k.created_at desc, k.key_id desc limit 1000`,
    [who.tenantId],
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
