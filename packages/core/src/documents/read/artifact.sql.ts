import { iso, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Page } from "../../paging/page.js";
import { type Filter, joinMemory, unexpired, visibleMemory, withinPolicy } from "../../substrate/index.js";
import type { Meta, ShownArtifact } from "../document.js";
import { sensitivityOfClass, shownMeta } from "../document.js";

/** A revision, and the place that its passages have in common. */
export interface ArtifactRow {
  artifact_id: string;
  artifact_uid: string;
  revision_id: string;
  head_id: string;
  owner_id: string;
  is_latest: boolean;
  kind: ShownArtifact["artifact_type"];
  meta: Meta;
  content_hash: string;
  token_count: number;
  chunk_ids: string[];
  starts: number[];
  ends: number[];
  ingested_at: string;
  expires_at: string | null;
  resolved_at: string | null;
  boundary_class: string;
  channel: string;
  audience: string[];
  scope: ShownArtifact["scope"];
  subject_type: string | null;
  subject_id: string | null;
  project_id: string | null;
  /** Of its first passage. */
  recorded_at: Date;
  passage_tokens: number;
}

const columns = `a.artifact_id, a.artifact_uid, a.revision_id, a.head_id, a.owner_id, a.is_latest, a.kind, a.meta,
  a.content_hash, a.token_count, a.chunk_ids, a.starts, a.ends, ${iso("a.ts")} as ingested_at,
  ${iso("m.expires_at")} as expires_at, ${iso("a.resolved_at")} as resolved_at, m.boundary_class, m.channel, m.audience,
  m.scope, m.subject_type, m.subject_id, m.project_id, m.recorded_at, m.token_count as passage_tokens`;

const revisions = `palimpsest.artifact a ${joinMemory("m", { tenant: "a.tenant_id", id: "a.memory_id" })}`;

/**
 * The latest revisions of what a `uid_…` names, the caller's own first, then the last ingested; or the one that `art_…` or
 * a revision's id names. The policy may keep some of them from being read.
 */
export const findNamed = (
  tx: Tx,
  who: Principal,
  artifact: string,
  revisionId?: string,
): Promise<ArtifactRow[]> =>
  tx.query<ArtifactRow>(
    `with named as (
       select a.head_id, a.owner_id, a.artifact_id, a.ts from palimpsest.artifact a
       where a.tenant_id = $1 and a.head_id is not null and (a.artifact_uid = $2 or a.artifact_id = $2)
     )
     select ${columns} from ${revisions}
     where a.tenant_id = $1 and a.head_id in (select head_id from named) and ${unexpired("m")}
       and case when $3::text is not null then a.revision_id = $3
                else a.artifact_id = $2 or (a.artifact_uid = $2 and a.is_latest) end
     order by a.owner_id = $4 desc, a.ts desc`,
    [who.tenantId, artifact, revisionId ?? null, who.id],
  );

/** All revisions of a document, the last ingested first. */
export const findRevisions = (tx: Tx, who: Principal, headId: string): Promise<ArtifactRow[]> =>
  tx.query<ArtifactRow>(
    `select ${columns} from ${revisions}
     where a.tenant_id = $1 and a.head_id = $2 and ${unexpired("m")} order by a.ts desc, a.artifact_id desc`,
    [who.tenantId, headId],
  );

/** The revisions with these ids. */
export const findByIds = (tx: Tx, who: Principal, ids: string[]): Promise<ArtifactRow[]> =>
  tx.query<ArtifactRow>(
    `select ${columns} from ${revisions} where a.tenant_id = $1 and a.artifact_id = any ($2) and a.head_id is not null and ${unexpired("m")}`,
    [who.tenantId, ids],
  );

export interface Listed {
  artifact_type?: string;
  source_system?: string;
  source_id?: string;
}

/** The latest revisions that may be read in a channel, the last ingested first, and how many there are. */
export async function findLatest(
  tx: Tx,
  who: Principal,
  filter: Filter,
  { artifact_type, source_system, source_id }: Listed,
  { after, rows }: Pick<Page, "after" | "rows">,
): Promise<{ found: ArtifactRow[]; total: number }> {
  const values = [
    who.tenantId,
    filter.classes,
    filter.saidIn ?? null,
    artifact_type ?? null,
    source_system ?? null,
    source_id ?? null,
  ];
  const value = (given: unknown) => `$${values.push(given as string)}`;
  const readable = withinPolicy(filter, value).map((part) => ` and ${part}`);
  const channel = value(filter.channel ?? null);
  // A document of which no passage may be read is not named either.
  const shows = `exists (select 1 from ${visibleMemory("p")} where p.tenant_id = $1 and p.id = any (a.chunk_ids)
    and not p.retracted and not p.quarantined and case when ${channel}::text is null then p.blocked_channels = '{}'
                                   else not (${channel} = any (p.blocked_channels)) end)`;
  const where = `a.tenant_id = $1 and ${shows} and a.is_latest and m.boundary_class = any ($2) and ${unexpired("m")}
    and ($3::text[] is null or m.channel = any ($3)) and ($4::text is null or a.kind = $4)
    and ($5::text is null or a.meta->>'source_system' = $5) and ($6::text is null or a.meta->>'source_id' = $6)${readable.join("")}`;
  const n = values.length;
  const [counted] = await tx.query<{ n: string }>(
    `select count(*) as n from ${revisions} where ${where}`,
    values,
  );
  const found = await tx.query<ArtifactRow>(
    `select ${columns} from ${revisions}
     where ${where} and ($${n + 1}::timestamptz is null or (a.ts, a.artifact_id) < ($${n + 1}::timestamptz, $${n + 2}))
     order by a.ts desc, a.artifact_id desc limit $${n + 3}`,
    [...values, after?.[0] ?? null, after?.[1] ?? null, rows],
  );
  return { found, total: Number(counted!.n) };
}

export const isChunked = ({
  artifact_id,
  chunk_ids,
}: Pick<ArtifactRow, "artifact_id" | "chunk_ids">): boolean => chunk_ids[0] !== artifact_id;

/** A revision as answers describe it. */
export function shownArtifact(row: ArtifactRow): ShownArtifact {
  return {
    artifact_id: row.artifact_id,
    artifact_uid: row.artifact_uid,
    revision_id: row.revision_id,
    is_latest: row.is_latest,
    artifact_type: row.kind,
    ...shownMeta(row.meta),
    sensitivity: sensitivityOfClass(row.boundary_class),
    audience: row.audience,
    scope: row.scope,
    subject_type: row.subject_type,
    subject_id: row.subject_id,
    project_id: row.project_id,
    channel: row.channel,
    content_hash: row.content_hash,
    token_count: row.token_count,
    is_chunked: isChunked(row),
    num_chunks: isChunked(row) ? row.chunk_ids.length : 0,
    ingested_at: row.ingested_at,
    expires_at: row.expires_at,
    resolved_at: row.resolved_at,
  };
}

/** The shapes of passages whose words are not shown: blocks, and the line breaks. */
export async function passageShapes(tx: Tx, artifactId: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ memory_id: string; shape: string }>(
    `select memory_id, shape from palimpsest.passage_shapes($1, $2)`,
    [artifactId, ids],
  );
  return new Map(rows.map(({ memory_id, shape }) => [memory_id, shape]));
}
