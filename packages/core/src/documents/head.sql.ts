import { iso, type Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import { derivedOfKind } from "../substrate/index.js";

/** What stands for a document, and the revision of it that was named. */
export interface ArtifactHead {
  headId: string;
  artifactId: string;
  uid: string;
  ownerId: string;
  retentionPolicy: string;
  resolvedAt: string | null;
}

/**
 * The document that an id names: `uid_…`, of which the caller's own goes before others', or `art_…`. Undefined if there is
 * none that the caller may see.
 */
export async function findHead(tx: Tx, who: Principal, id: string): Promise<ArtifactHead | undefined> {
  const [row] = await tx.query<ArtifactHead>(
    `select a.head_id as "headId", a.artifact_id as "artifactId", a.artifact_uid as uid, a.owner_id as "ownerId",
       a.meta->>'retention_policy' as "retentionPolicy", ${iso("a.resolved_at")} as "resolvedAt"
     from palimpsest.artifact a
     where a.tenant_id = $1 and (a.artifact_uid = $2 or a.artifact_id = $2) and a.head_id is not null
     order by a.owner_id = $3 desc, a.is_latest desc, a.ts desc limit 1`,
    [who.tenantId, id, who.id],
  );
  return row;
}

/**
 * The head of a document by its `uid_…`, also of one that was deleted. If its source was ingested again after that, `prefer`
 * says which is meant.
 */
export async function headIdOfUid(
  tx: Tx,
  uid: string,
  prefer: "present" | "deleted" = "present",
): Promise<string | undefined> {
  const [row] = await tx.query<{ head_id: string }>(
    `select h.head_id from palimpsest.artifact_heads($1) with ordinality as h(head_id, owner_id, retracted, place)
     order by h.owner_id = palimpsest.principal() desc, h.retracted = $2 desc, h.place limit 1`,
    [uid, prefer === "deleted"],
  );
  return row?.head_id;
}

/** The `uid_…` of the document that a passage belongs to, if that was deleted. */
export async function deletedDocumentOf(tx: Tx, passageId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ uid: string | null }>(`select palimpsest.deleted_document($1) as uid`, [
    passageId,
  ]);
  return row?.uid ?? undefined;
}

/** What goes with a document when it is deleted. */
export interface Parts {
  revisions: number;
  chunkIds: string[];
  eventIds: string[];
}

/** Whether a document has passages besides these. */
export async function hasMorePassages(
  tx: Tx,
  who: Principal,
  headId: string,
  known: ReadonlySet<string>,
): Promise<boolean> {
  const rows = await tx.query<{ id: string }>(
    `select unnest(chunk_ids) as id from palimpsest.artifact where tenant_id = $1 and head_id = $2`,
    [who.tenantId, headId],
  );
  return rows.some(({ id }) => !known.has(id));
}

export async function partsOf(tx: Tx, who: Principal, headId: string): Promise<Parts> {
  const rows = await tx.query<{ chunk_ids: string[] }>(
    `select chunk_ids from palimpsest.artifact where tenant_id = $1 and head_id = $2 order by ts`,
    [who.tenantId, headId],
  );
  const chunkIds = rows.flatMap(({ chunk_ids }) => chunk_ids);
  const events = await derivedOfKind(tx, who, "semantic_event", chunkIds);
  return { revisions: rows.length, chunkIds, eventIds: events.map(({ id }) => id) };
}
