import { limits } from "@palimpsest/contract";
import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import { joinMemory, unexpired } from "../substrate/index.js";

/** The beginnings of large outputs, as long as a memory may be, and the memory that stands for each. */
export async function outputTexts(
  tx: Tx,
  who: Principal,
  ids: string[],
): Promise<Map<string, { memory_id: string; text: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ artifact_id: string; memory_id: string; head: Buffer }>(
    `select artifact_id, memory_id, substring(bytes from 1 for $3) as head from palimpsest.artifact
     where tenant_id = $1 and artifact_id = any ($2) and bytes is not null`,
    [who.tenantId, ids, limits.textChars],
  );
  // A character that was cut in two at the end is left out.
  const text = (head: Buffer) => new TextDecoder().decode(head, { stream: true });
  return new Map(rows.map((row) => [row.artifact_id, { memory_id: row.memory_id, text: text(row.head) }]));
}

/** The artifacts among these that the caller may see and whose memory has not expired. */
export async function liveArtifacts(tx: Tx, who: Principal, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.query<{ artifact_id: string }>(
    `select a.artifact_id from palimpsest.artifact a
     ${joinMemory("m", { tenant: "a.tenant_id", id: "a.memory_id" })}
     where a.tenant_id = $1 and a.artifact_id = any ($2) and ${unexpired("m")}`,
    [who.tenantId, ids],
  );
  return new Set(rows.map(({ artifact_id }) => artifact_id));
}

/** Joins the artifact that the key names. */
export const joinArtifact = (alias: string, { tenant, id }: { tenant: string; id: string }): string =>
  `join palimpsest.artifact ${alias} on ${alias}.tenant_id = ${tenant} and ${alias}.artifact_id = ${id}`;

/** A large output of a tool, kept apart from the event that tells of it. */
export interface NewOutput {
  id: string;
  memoryId: string;
  output: string;
  meta: Record<string, unknown>;
}

export function insertOutputs(tx: Tx, who: Principal, outputs: NewOutput[]): void {
  if (outputs.length === 0) return;
  tx.send(
    `insert into palimpsest.artifact (tenant_id, artifact_id, kind, bytes, meta, owner_id, memory_id)
     select $1, id, 'tool_output', bytes, meta::jsonb, $5, memory_id
     from unnest($2::text[], $3::bytea[], $4::text[], $6::text[]) as given(id, bytes, meta, memory_id)`,
    [
      who.tenantId,
      outputs.map(({ id }) => id),
      outputs.map(({ output }) => Buffer.from(output)),
      outputs.map(({ meta }) => JSON.stringify(meta)),
      who.id,
      outputs.map(({ memoryId }) => memoryId),
    ],
  );
}
