import { type Rows, readersOf, type Tx } from "../../db/index.js";
import { joinArtifact } from "../../documents/index.js";
import type { Principal } from "../../identity/index.js";
import {
  type AsOf,
  type Filter,
  type MemoryRow,
  overLimitLast,
  readMemories,
} from "../../substrate/index.js";

/** How many of a reader's capsules are looked at, and of one author before all others; it may be handed thousands. */
const maxCapsules = 200;
const perAuthor = 20;
/** So many that have been closed since are named. */
const maxClosed = 1_000;

const newestFirst = "m.recorded_at desc, m.id desc";

export type HandedCapsule = MemoryRow & Pick<Rows["capsule"], "author_id">;

/** Capsules that were handed to the reader and are open, newest first; those beyond the limit for their writer last. */
export function readCapsules(
  tx: Tx,
  reader: Principal,
  filter: Filter,
  at: string,
  { limit, writers, writerItems }: { limit: number; writers: readonly string[]; writerItems: number },
): Promise<HandedCapsule[]> {
  const { asOf } = filter;
  // Those who review see closed capsules too, so this is asked for everybody. A revocation ends the capsule's memory and
  // its hand-over as well, so a read of the past asks the capsule alone.
  const open = asOf
    ? "palimpsest.capsule_was_open(c.memory_id, ?2::timestamptz, ?8::pg_snapshot)"
    : `c.created_at <= ?2::timestamptz and a.expires_at > ?2::timestamptz and c.expires_at > ?2::timestamptz
          and (c.revoked_at is null or c.revoked_at > ?2::timestamptz)
          and (c.forwarded_from is null or palimpsest.chain_open(c.forwarded_from))`;
  return readMemories(
    tx,
    reader,
    { ...filter, kinds: ["capsule"], expiredToo: asOf !== undefined },
    {
      where: `m.id = any (array(
        select a.capsule_id from palimpsest.capsule_audience a
        join palimpsest.capsule c on c.tenant_id = a.tenant_id and c.memory_id = a.capsule_id
        where a.tenant_id = $1 and a.agent_id = any (?1) and ${open}
          and (?3::text is null or c.subject_type = ?3) and (?4::text is null or c.subject_id = ?4)
        order by row_number() over (partition by c.author_id order by c.created_at desc, c.memory_id desc) > ${perAuthor},
          c.created_at desc, c.memory_id desc limit ${maxCapsules}))`,
      values: [
        ...[readersOf(reader), at, filter.about?.subjectType ?? null, filter.about?.subjectId ?? null],
        ...[reader.id, writers, writerItems],
        ...(asOf ? [asOf.snapshot ?? null] : []),
      ],
      columns: `(select c.author_id from palimpsest.capsule c where c.tenant_id = $1 and c.memory_id = m.id) as author_id`,
      order: `${overLimitLast({ reader: "?5", writers: "?6" }, "?7", newestFirst)}, ${newestFirst}`,
      limit,
    },
  );
}

const item = `i.capsule_id, i.item_type, i.item_id, coalesce(a.memory_id, i.item_id) as memory_id
  from palimpsest.capsule_item i
  left ${joinArtifact("a", { tenant: "i.tenant_id", id: "i.item_id" })} and i.item_type = 'artifact'
  where i.tenant_id = $1 and i.capsule_id = any ($2)`;

/** What a capsule holds: a memory, or an artifact and the memory that stands for it. */
interface Item {
  capsule_id: string;
  item_type: "memory" | "artifact";
  item_id: string;
  memory_id: string;
  [column: string]: unknown;
}

/** The items of capsules, in order. */
export function readCapsuleItems(tx: Tx, reader: Principal, capsuleIds: string[], limit: number) {
  return tx.query<Item>(
    `select ${item} order by array_position($2::text[], i.capsule_id), i.position limit $3`,
    [reader.tenantId, capsuleIds, limit],
  );
}

/** The first items of each capsule, in order. */
export function firstItems(tx: Tx, reader: Principal, capsuleIds: string[], perCapsule: number) {
  return tx.query<Item>(`select ${item} and i.position <= $3 order by i.capsule_id, i.position`, [
    reader.tenantId,
    capsuleIds,
    perCapsule,
  ]);
}

/** Those of these capsules that were revoked. */
export async function revokedAmong(tx: Tx, reader: Principal, ids: string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `select c.memory_id as id from palimpsest.capsule c
     where c.tenant_id = $1 and c.memory_id = any ($2) and c.revoked_at is not null`,
    [reader.tenantId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Capsules that the reader could open at a moment, and that nobody in their audience can open any more. */
export async function closedSince(tx: Tx, reader: Principal, { at, snapshot }: AsOf): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select a.capsule_id as id from palimpsest.capsule_audience a
     where a.tenant_id = $1 and a.agent_id = any ($2)
       and palimpsest.chain_open(a.capsule_id) is false
       and palimpsest.capsule_was_open(a.capsule_id, $3::timestamptz, $4::pg_snapshot)
     order by a.capsule_id desc limit ${maxClosed}`,
    [reader.tenantId, readersOf(reader), at, snapshot ?? null],
  );
  return [...new Set(rows.map(({ id }) => id))];
}
