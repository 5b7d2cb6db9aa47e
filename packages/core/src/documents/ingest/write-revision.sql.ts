import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { joinMemory, unexpired } from "../../substrate/index.js";
import type { Meta } from "../document.js";
import type { PreparedText } from "./prepare-text.js";

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

/** How many edits passages have of the caller's documents of this name. */
export async function countPassageEdits(tx: Tx, who: Principal, uid: string): Promise<number> {
  const [row] = await tx.query<{ edits: string | null }>(
    `select sum(m.edit_count) as edits
     from palimpsest.artifact a cross join lateral unnest(a.chunk_ids) as c(id)
     ${joinMemory("m", { tenant: "a.tenant_id", id: "c.id" })}
     where a.tenant_id = $1 and a.artifact_uid = $2 and a.owner_id = $3`,
    [who.tenantId, uid, who.id],
  );
  return Number(row!.edits ?? 0);
}

/** A part of a text, in characters. */
export interface Stretch {
  start: number;
  length: number;
}

/** Where a text has sentences that edits withhold in the caller's document of this name, in the order of the text. */
export const withheldStretches = (tx: Tx, uid: string, text: string): Promise<Stretch[]> =>
  tx.query<Stretch>(`select start, length from palimpsest.withheld_stretches($1, $2)`, [uid, text]);

/** What a revision is kept with, besides its text. */
export interface KeptAs {
  meta: Meta;
  boundary_class: string;
  audience: string[];
  channel: string;
  scope: string | null;
  subject_type: string | null;
  subject_id: string | null;
  project_id: string | null;
}

export interface KnownRevision extends KeptAs {
  artifact_id: string;
  revision_id: string;
  is_latest: boolean;
  chunk_ids: string[];
  job_id: string | null;
}

/** Erases the revisions of the caller's documents of this name that have expired, so that their texts are stored anew. */
export async function eraseExpiredRevisions(tx: Tx, uid: string): Promise<string[]> {
  const [row] = await tx.query<{ erased: string[] }>(
    `select palimpsest.erase_expired_revisions($1) as erased`,
    [uid],
  );
  return row!.erased;
}

/** The revision of a document that has this text and has not expired. */
export async function findRevisionOf(
  tx: Tx,
  who: Principal,
  headId: string,
  contentHashes: string[],
): Promise<KnownRevision | undefined> {
  const [row] = await tx.query<KnownRevision>(
    `select a.artifact_id, a.revision_id, a.is_latest, a.chunk_ids, a.job_id, a.meta, m.boundary_class,
       m.audience, m.channel, m.scope, m.subject_type, m.subject_id, m.project_id
     from palimpsest.artifact a ${joinMemory("m", { tenant: "a.tenant_id", id: "a.memory_id" })}
     where a.tenant_id = $1 and a.head_id = $2 and a.content_hash = any ($3) and ${unexpired("m")}
     order by array_position($3, a.content_hash) limit 1`,
    [who.tenantId, headId, contentHashes],
  );
  return row;
}

/** What is kept of a revision beside its passages. */
export interface NewRevision {
  artifactId: string;
  type: string;
  meta: Meta;
  uid: string;
  revisionId: string;
  contentHash: string;
}

export async function insertRevision(
  tx: Tx,
  who: Principal,
  revision: NewRevision,
  { tokens, spans, passages }: Pick<PreparedText, "tokens" | "spans" | "passages">,
  { headId, isLatest, jobId }: { headId: string; isLatest: boolean; jobId: string | null },
): Promise<void> {
  const ids = passages.map(({ id }) => id);
  await tx.query(
    `insert into palimpsest.artifact (tenant_id, artifact_id, kind, meta, owner_id, memory_id, head_id, artifact_uid,
       revision_id, is_latest, content_hash, token_count, chunk_ids, starts, ends, job_id)
     values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      who.tenantId,
      revision.artifactId,
      revision.type,
      JSON.stringify(revision.meta),
      who.id,
      ids[0],
      headId,
      revision.uid,
      revision.revisionId,
      isLatest,
      revision.contentHash,
      tokens,
      ids,
      spans.map(({ start }) => start),
      spans.map(({ end }) => end),
      jobId,
    ],
  );
}

/**
 * The passages of the revision before leave searches; those of this one come back if they had left. Gives those that have
 * left: no read shows them, but words lead to them until `guardPassages` takes these away.
 */
export async function makeLatest(tx: Tx, headId: string, artifactId: string): Promise<string[]> {
  const [row] = await tx.query<{ gone: string[] }>(`select palimpsest.make_latest($1, $2) as gone`, [
    headId,
    artifactId,
  ]);
  return row!.gone;
}

export async function guardPassages(tx: Tx, ids: string[]): Promise<void> {
  await tx.query(`select palimpsest.guard_passages($1)`, [ids]);
}

/** Shows passages that stand by; gives how many of these there were. */
export async function putInForce(tx: Tx, ids: string[]): Promise<number> {
  const [row] = await tx.query<{ put: number }>(`select palimpsest.put_in_force($1) as put`, [ids]);
  return row!.put;
}

/** Erases those of the passages that stand by. */
export async function dropPending(tx: Tx, ids: string[]): Promise<void> {
  await tx.query(`select palimpsest.drop_pending($1)`, [ids]);
}

/** Nothing lowers the class of what is stored. */
export async function raiseClass(tx: Tx, artifactId: string, boundaryClass: string): Promise<void> {
  await tx.query(`select palimpsest.raise_artifact_class($1, $2)`, [artifactId, boundaryClass]);
}
