import { iso, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";

export interface WorkingRow {
  [column: string]: unknown;
  session_id: string;
  current_task: string | null;
  current_frame: string | null;
}

export interface ItemRow {
  [column: string]: unknown;
  type: "fact" | "procedure" | "decision" | "censor" | "episode";
  ref_id: string;
  summary: string | null;
  text_digest: string;
  relevance: number;
  loaded_at: string;
}

export interface ThreadRow {
  [column: string]: unknown;
  thread_id: string;
  description: string;
  decision_id: string | null;
  priority: "low" | "medium" | "high";
  created_at: string;
}

const own = (alias: string) =>
  `${alias}.tenant_id = $1 and ${alias}.principal_id = $2 and ${alias}.session_id = $3`;
const columns = "w.session_id, w.current_task, w.current_frame";

export async function insertWorking(tx: Tx, who: Principal, sessionId: string): Promise<void> {
  await tx.query(
    `insert into palimpsest.working_memory (tenant_id, principal_id, session_id) values ($1, $2, $3)
     on conflict (tenant_id, principal_id, session_id) do nothing`,
    [who.tenantId, who.id, sessionId],
  );
}

export async function findWorking(
  tx: Tx,
  who: Principal,
  sessionId: string,
): Promise<WorkingRow | undefined> {
  const [row] = await tx.prepared<WorkingRow>(
    `select ${columns} from palimpsest.working_memory w where ${own("w")}`,
    [who.tenantId, who.id, sessionId],
  );
  return row;
}

/** Locks it for a change, and sets what is given. Undefined: there is none. */
export async function changeWorking(
  tx: Tx,
  who: Principal,
  sessionId: string,
  { task, frame }: { task?: string; frame?: string } = {},
): Promise<WorkingRow | undefined> {
  const [row] = await tx.prepared<WorkingRow>(
    `update palimpsest.working_memory w set updated_at = clock_timestamp(),
       current_task = coalesce($4, w.current_task), current_frame = coalesce($5, w.current_frame)
     where ${own("w")} returning ${columns}`,
    [who.tenantId, who.id, sessionId, task ?? null, frame ?? null],
  );
  return row;
}

/** The most relevant first. Those that are evicted first stand last. */
export function readItems(tx: Tx, who: Principal, sessionId: string): Promise<ItemRow[]> {
  return tx.prepared<ItemRow>(
    `select i.type, i.ref_id, i.summary, i.text_digest, i.relevance, ${iso("i.loaded_at")} as loaded_at
     from palimpsest.working_item i where ${own("i")}
     order by i.relevance desc, i.loaded_at desc, i.ref_id desc`,
    [who.tenantId, who.id, sessionId],
  );
}

export async function putItem(
  tx: Tx,
  who: Principal,
  sessionId: string,
  item: Omit<ItemRow, "loaded_at">,
): Promise<void> {
  await tx.query(
    `insert into palimpsest.working_item (tenant_id, principal_id, session_id, ref_id, type, summary, text_digest, relevance)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (tenant_id, principal_id, session_id, ref_id) do update set type = excluded.type,
       summary = excluded.summary, text_digest = excluded.text_digest, relevance = excluded.relevance,
       loaded_at = clock_timestamp()`,
    [
      ...[who.tenantId, who.id, sessionId, item.ref_id, item.type],
      ...[item.summary, item.text_digest, item.relevance],
    ],
  );
}

export async function deleteItems(
  tx: Tx,
  who: Principal,
  sessionId: string,
  refIds: readonly string[],
): Promise<void> {
  await tx.query(`delete from palimpsest.working_item i where ${own("i")} and i.ref_id = any ($4)`, [
    ...[who.tenantId, who.id, sessionId, refIds],
  ]);
}

/** The oldest first. */
export function readThreads(tx: Tx, who: Principal, sessionId: string): Promise<ThreadRow[]> {
  return tx.prepared<ThreadRow>(
    `select t.thread_id, t.description, t.decision_id, t.priority, ${iso("t.created_at")} as created_at
     from palimpsest.working_thread t where ${own("t")} order by t.created_at, t.thread_id`,
    [who.tenantId, who.id, sessionId],
  );
}

export async function insertThread(
  tx: Tx,
  who: Principal,
  sessionId: string,
  thread: Omit<ThreadRow, "created_at">,
): Promise<void> {
  await tx.query(
    `insert into palimpsest.working_thread (tenant_id, principal_id, session_id, thread_id, description, decision_id,
       priority)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      ...[who.tenantId, who.id, sessionId, thread.thread_id],
      ...[thread.description, thread.decision_id, thread.priority],
    ],
  );
}

export async function deleteThreads(
  tx: Tx,
  who: Principal,
  sessionId: string,
  threadIds: readonly string[],
): Promise<void> {
  await tx.query(`delete from palimpsest.working_thread t where ${own("t")} and t.thread_id = any ($4)`, [
    ...[who.tenantId, who.id, sessionId, threadIds],
  ]);
}

export async function deleteWorking(tx: Tx, who: Principal, sessionId: string): Promise<boolean> {
  const deleted = await tx.query(
    `delete from palimpsest.working_memory w where ${own("w")} returning w.session_id`,
    [who.tenantId, who.id, sessionId],
  );
  return deleted.length > 0;
}
