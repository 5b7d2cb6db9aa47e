import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";

/** Which of these the caller may hand on: seen, and neither retracted, quarantined nor over. */
export async function shareableMemories(tx: Tx, who: Principal, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ id: string; kind: string }>(
    `select id, kind from palimpsest.memory
     where tenant_id = $1 and id = any ($2) and not retracted and not quarantined
       and (expires_at is null or expires_at > clock_timestamp())`,
    [who.tenantId, ids],
  );
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

export async function shareableArtifacts(tx: Tx, who: Principal, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.query<{ artifact_id: string }>(
    `select a.artifact_id from palimpsest.artifact a
     join palimpsest.memory m on m.tenant_id = a.tenant_id and m.id = a.memory_id
     where a.tenant_id = $1 and a.artifact_id = any ($2)
       and (m.expires_at is null or m.expires_at > clock_timestamp())`,
    [who.tenantId, ids],
  );
  return new Set(rows.map(({ artifact_id }) => artifact_id));
}
