import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { PreparedRevision } from "./prepare-revision.js";
import type { Document } from "./read-document.js";

/** One who ingests a document at a time: two calls at once make one revision of the same text. */
export async function lockDocument(tx: Tx, who: Principal, uid: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [
    `${who.tenantId} ${uid} ${who.id}`,
  ]);
}

/** What stands for the caller's own documents of this name: the one that is there, and how many were deleted. */
export async function ownHead(
  tx: Tx,
  who: Principal,
  uid: string,
): Promise<{ headId: string | undefined; deleted: number }> {
  const heads = await tx.query<{ head_id: string; retracted: boolean }>(
    `select head_id, retracted from palimpsest.artifact_heads($1) where owner_id = $2`,
    [uid, who.id],
  );
  return {
    headId: heads.find(({ retracted }) => !retracted)?.head_id,
    deleted: heads.filter(({ retracted }) => retracted).length,
  };
}

export interface KnownRevision {
  artifact_id: string;
  revision_id: string;
  is_latest: boolean;
  chunk_ids: string[];
  job_id: string | null;
}

/** The revision of a document that has this text. */
export async function findRevisionOf(
  tx: Tx,
  who: Principal,
  headId: string,
  contentHash: string,
): Promise<KnownRevision | undefined> {
  const [row] = await tx.query<KnownRevision>(
    `select artifact_id, revision_id, is_latest, chunk_ids, job_id from palimpsest.artifact
     where tenant_id = $1 and head_id = $2 and content_hash = $3`,
    [who.tenantId, headId, contentHash],
  );
  return row;
}

export async function insertRevision(
  tx: Tx,
  who: Principal,
  document: Document,
  { tokens, spans, passages }: PreparedRevision,
  { headId, isLatest, jobId }: { headId: string; isLatest: boolean; jobId: string },
): Promise<void> {
  const ids = passages.map(({ id }) => id);
  await tx.query(
    `insert into palimpsest.artifact (tenant_id, artifact_id, kind, meta, owner_id, memory_id, head_id, artifact_uid,
       revision_id, is_latest, content_hash, token_count, chunk_ids, starts, ends, job_id)
     values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      who.tenantId,
      document.artifactId,
      document.input.artifact_type,
      JSON.stringify(document.meta),
      who.id,
      ids[0],
      headId,
      document.uid,
      document.revisionId,
      isLatest,
      document.contentHash,
      tokens,
      ids,
      spans.map(({ start }) => start),
      spans.map(({ end }) => end),
      jobId,
    ],
  );
}

/** The passages of the revision before leave searches; those of this one come back if they had left. */
export async function makeLatest(tx: Tx, headId: string, artifactId: string): Promise<void> {
  await tx.query(`select palimpsest.make_latest($1, $2)`, [headId, artifactId]);
}

/** Nothing lowers the class of what is stored. */
export async function raiseClass(tx: Tx, artifactId: string, boundaryClass: string): Promise<void> {
  await tx.query(`select palimpsest.raise_artifact_class($1, $2)`, [artifactId, boundaryClass]);
}
