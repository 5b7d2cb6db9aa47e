import { kindNames, kindOf } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { type Filter, isTrusted, type MemoryRow, readMemories, trustedFirst } from "../../substrate/index.js";

/** Newest memories looked at where no question says what matters, and how many of each tier are weighed. */
const newest = 3_000;
const perTier = 1_000;

/**
 * The most important of the newest, half of it from those whom the reader trusts: importance is the writer's own
 * claim, and must not let others crowd these out. What no edit changes picks the pool, so that a later look at
 * this moment picks the same.
 */
export function readImportant(
  tx: Tx,
  reader: Principal,
  filter: Filter,
  at: string,
  limit: number,
): Promise<MemoryRow[]> {
  const { projectId, subjectType, subjectId } = filter.about ?? {};
  return readMemories(tx, reader, filter, {
    where: `m.id = any (array(
      select p.id from (
        select n.id, row_number() over (partition by n.trusted order by n.occurred_at desc, n.id desc) as place
        from (select c.id, c.occurred_at, ${isTrusted("c")} as trusted
              from palimpsest.memory c
              where c.tenant_id = $1 and c.kind = any (?6) and c.recorded_at <= ?2::timestamptz
                and (?3::text is null or c.project_id is null or c.project_id = ?3)
                and (?4::text is null or c.subject_type is null or c.subject_type = ?4)
                and (?5::text is null or c.subject_id is null or c.subject_id = ?5)
              order by c.occurred_at desc, c.id desc limit ${newest}) n) p
      where p.place <= ${perTier}))`,
    values: [reader.id, at, projectId ?? null, subjectType ?? null, subjectId ?? null, filter.kinds],
    order: `row_number() over (partition by ${isTrusted("m")}
              order by m.importance desc, m.occurred_at desc, m.id desc), ${isTrusted("m")} desc`,
    limit,
  });
}

/** What a section puts first among memories in one state, after those whom the reader trusts. */
const sectionOrder = { task_state: "", relevant_decisions: "palimpsest.precedence(m.scope) desc, " };

/** The memories of every kind that is declared to stand in this section, in the states declared for it. */
export async function readSection(
  tx: Tx,
  reader: Principal,
  filter: Filter,
  section: keyof typeof sectionOrder,
  limit: number,
): Promise<MemoryRow[]> {
  const found: MemoryRow[] = [];
  for (const name of kindNames(({ context }) => context?.section === section)) {
    const statuses = [...(kindOf(name).context?.states ?? [])];
    const rows = await readMemories(
      tx,
      reader,
      { ...filter, kinds: [name], statuses: statuses.length > 0 ? statuses : undefined },
      {
        where: "true",
        values: [reader.id, statuses],
        order: `${trustedFirst}, array_position(?2::text[], m.status), ${sectionOrder[section]}m.occurred_at desc, m.id desc`,
        limit,
      },
    );
    found.push(...rows);
  }
  return found;
}

export interface TurnRow {
  [column: string]: unknown;
  event_id: string;
  kind: string;
  actor_type: string;
  actor_id: string;
  /** Who wrote it down, as a source: an actor is only what they say. */
  said_by: string;
  ts: string;
  sensitivity: string;
  memory_id: string | null;
}

/** The last records of a session, newest first. */
export function readTurns(tx: Tx, reader: Principal, sessionId: string, at: string, limit: number) {
  return tx.query<TurnRow>(
    `select r.event_id, r.kind, r.actor_type, r.actor_id, r.sensitivity, r.memory_id,
       (select p.type || ':' || p.principal_id from palimpsest.principal p
        where p.tenant_id = r.tenant_id and p.principal_id = r.principal_id) as said_by,
       to_char(r.ts, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ts
     from palimpsest.record r
     where r.tenant_id = $1 and r.session_id = $2 and r.ts <= $3::timestamptz
     order by r.ts desc, r.event_id desc limit $4`,
    [reader.tenantId, sessionId, at, limit],
  );
}

/** So many of an agent's capsules are looked at; an agent may be handed thousands. */
const newestCapsules = 1_000;

/** Capsules that were handed to the reader and are open, newest first. */
export function readCapsules(
  tx: Tx,
  reader: Principal,
  filter: Filter,
  at: string,
  limit: number,
): Promise<MemoryRow[]> {
  return readMemories(
    tx,
    reader,
    { ...filter, kinds: ["capsule"] },
    {
      where: `m.id = any (array(
        select a.capsule_id from palimpsest.capsule_audience a
        join palimpsest.capsule c on c.tenant_id = a.tenant_id and c.memory_id = a.capsule_id
        where a.tenant_id = $1 and a.agent_id = any (?1) and c.created_at <= ?2::timestamptz
          and a.expires_at > ?2::timestamptz and c.expires_at > ?2::timestamptz
          and (c.revoked_at is null or c.revoked_at > ?2::timestamptz)
          and (?3::text is null or c.subject_type = ?3) and (?4::text is null or c.subject_id = ?4)
        order by c.created_at desc, c.memory_id desc limit ${newestCapsules}))`,
      values: [
        [reader.id, ...reader.teams.map((team) => `team:${team}`)],
        at,
        filter.about?.subjectType ?? null,
        filter.about?.subjectId ?? null,
      ],
      columns: `(select c.author_id from palimpsest.capsule c where c.tenant_id = $1 and c.memory_id = m.id) as author_id`,
      order: "m.recorded_at desc, m.id desc",
      limit,
    },
  );
}

/** What capsules hold, in their order: each a memory, or the one that speaks for an artifact. */
export function readCapsuleItems(tx: Tx, reader: Principal, capsuleIds: string[], limit: number) {
  return tx.query<{ capsule_id: string; item_id: string; memory_id: string }>(
    `select i.capsule_id, i.item_id, coalesce(a.memory_id, i.item_id) as memory_id
     from palimpsest.capsule_item i
     left join palimpsest.artifact a
       on i.item_type = 'artifact' and a.tenant_id = i.tenant_id and a.artifact_id = i.item_id
     where i.tenant_id = $1 and i.capsule_id = any ($2)
     order by array_position($2::text[], i.capsule_id), i.position limit $3`,
    [reader.tenantId, capsuleIds, limit],
  );
}
