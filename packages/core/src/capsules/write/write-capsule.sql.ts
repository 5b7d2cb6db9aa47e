import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Item } from "./check-items.js";

export interface NewCapsule {
  id: string;
  ttlDays: number;
  forward: boolean;
  forwardedFrom: string | null;
  hops: number;
  expiresAt: Date;
  subjectType: string;
  subjectId: string;
  audience: string[];
  items: Item[];
}

/** When a capsule made now ends, by the database's clock, and not after `latest`. */
export async function expiryOf(tx: Tx, ttlDays: number, latest?: Date): Promise<Date> {
  const [row] = await tx.query<{ expires_at: Date }>(
    `select least(date_trunc('milliseconds', clock_timestamp()) + make_interval(hours => 24 * $1), $2) as expires_at`,
    [ttlDays, latest ?? null],
  );
  return row!.expires_at;
}

/** The capsule's own rows; its memory has been written in the same transaction. */
export async function insertCapsule(tx: Tx, who: Principal, capsule: NewCapsule): Promise<void> {
  await tx.query(
    `insert into palimpsest.capsule
       (tenant_id, memory_id, author_id, ttl_days, forward, forwarded_from, hops, item_count, expires_at, audience,
        subject_type, subject_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      who.tenantId,
      capsule.id,
      who.id,
      capsule.ttlDays,
      capsule.forward,
      capsule.forwardedFrom,
      capsule.hops,
      capsule.items.length,
      capsule.expiresAt,
      capsule.audience,
      capsule.subjectType,
      capsule.subjectId,
    ],
  );
  await tx.query(
    `insert into palimpsest.capsule_item (tenant_id, capsule_id, position, item_type, item_id)
     select $1, $2, n, type, id from unnest($3::text[], $4::text[]) with ordinality as item(type, id, n)`,
    [who.tenantId, capsule.id, capsule.items.map(({ type }) => type), capsule.items.map(({ id }) => id)],
  );
  await tx.query(
    `insert into palimpsest.capsule_audience (tenant_id, agent_id, capsule_id, expires_at, forwarded)
     select $1, agent, $2, $4, $5 from unnest($3::text[]) as agent`,
    [who.tenantId, capsule.id, capsule.audience, capsule.expiresAt, capsule.forwardedFrom !== null],
  );
}
