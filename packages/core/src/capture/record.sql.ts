import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { iso, type Tx } from "../db/index.js";
import { newId, type Principal } from "../identity/index.js";

interface NewRecord {
  eventId: string;
  input: InputOf<PalimpsestContract["recordEvent"]>;
  content: Record<string, unknown>;
  memoryId: string | null;
  scope: string;
  occurredAt: Date | undefined;
}

export async function insertRecord(tx: Tx, who: Principal, record: NewRecord): Promise<string> {
  const { input } = record;
  const [row] = await tx.prepared<{ ts: string }>(
    `insert into palimpsest.record (tenant_id, event_id, occurred_at, session_id, channel, actor_type, actor_id, kind,
       sensitivity, tags, content, refs, scope, subject_type, subject_id, project_id, principal_id, memory_id)
     values ($1, $2, coalesce($3::timestamptz, clock_timestamp()), $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $12, $13,
       $14, $15, $16, $17, $18)
     returning ${iso("ts")} as ts`,
    [
      who.tenantId,
      record.eventId,
      record.occurredAt ?? null,
      input.session_id,
      input.channel,
      input.actor_type,
      input.actor_id,
      input.kind,
      input.sensitivity,
      input.tags,
      JSON.stringify(record.content),
      input.refs,
      record.scope,
      input.content.subject_type ?? null,
      input.content.subject_id ?? null,
      input.content.project_id ?? null,
      who.id,
      record.memoryId,
    ],
  );
  return row!.ts;
}

export async function insertArtifact(
  tx: Tx,
  who: Principal,
  memoryId: string,
  output: string,
  meta: Record<string, unknown>,
): Promise<string> {
  const id = newId("art");
  await tx.query(
    `insert into palimpsest.artifact (tenant_id, artifact_id, kind, bytes, meta, owner_id, memory_id)
     values ($1, $2, 'tool_output', $3, $4::jsonb, $5, $6)`,
    [who.tenantId, id, Buffer.from(output), JSON.stringify(meta), who.id, memoryId],
  );
  return id;
}
