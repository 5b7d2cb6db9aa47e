import { iso, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { PreparedEvent } from "./prepare-events.js";

export interface NewRecord {
  event: PreparedEvent;
  content: Record<string, unknown>;
}

/**
 * Appends records in their order; gives the times of recording. It reads back no row: for each, the policies would look
 * whether its memory may be read.
 */
export async function insertRecords(tx: Tx, who: Principal, records: NewRecord[]): Promise<string[]> {
  const rows = await tx.prepared<{ ts: string }>(
    `with given as materialized (
       select * from json_to_recordset($2::json) as row (n integer, event_id text, occurred_at timestamptz, session_id text,
         channel text, actor_type text, actor_id text, kind text, sensitivity text, tags text[], content jsonb, refs text[],
         scope text, subject_type text, subject_id text, project_id text, memory_id text)
     ), dated as materialized (
       select given.*, clock_timestamp() as ts from given order by n
     ), stored as (
       insert into palimpsest.record (tenant_id, event_id, ts, occurred_at, session_id, channel, actor_type, actor_id, kind,
         sensitivity, tags, content, refs, scope, subject_type, subject_id, project_id, principal_id, memory_id)
       select $1, event_id, ts, coalesce(occurred_at, ts), session_id, channel, actor_type, actor_id, kind,
         sensitivity, tags, content, refs, scope, subject_type, subject_id, project_id, $3, memory_id
       from dated order by n
     )
     select ${iso("ts")} as ts from dated order by n`,
    [who.tenantId, JSON.stringify(records.map(rowOf)), who.id],
  );
  return rows.map(({ ts }) => ts);
}

const rowOf = ({ event, content }: NewRecord, n: number) => ({
  n,
  event_id: event.eventId,
  occurred_at: event.occurredAt,
  session_id: event.input.session_id,
  channel: event.input.channel,
  actor_type: event.input.actor_type,
  actor_id: event.input.actor_id,
  kind: event.input.kind,
  sensitivity: event.input.sensitivity,
  tags: event.input.tags,
  content,
  refs: event.input.refs,
  scope: event.scope,
  subject_type: event.input.content.subject_type,
  subject_id: event.input.content.subject_id,
  project_id: event.input.content.project_id,
  memory_id: event.memory?.id,
});
