import { kindOf } from "@palimpsest/contract";
import { iso, type Tx } from "../../db/index.js";
import { type Principal, writerOf } from "../../identity/index.js";
import type { Prepared } from "./draft.js";

/**
 * Each session gets a range of positions, so that turns next to each other are neighbours. A memory outside any session,
 * or in one whose range is full, gets a position without neighbours. Sessions are locked in one order by all writers.
 */
const readingPositions = `
  place as (
    insert into palimpsest.thread as t (tenant_id, session_id, next_turn)
    select $1, session_id, count(*) from given where session_id is not null group by session_id order by session_id
    on conflict (tenant_id, session_id) do update set next_turn = t.next_turn + excluded.next_turn
    returning session_id, thread_no, next_turn
  ), turn as (
    select given.n, place.thread_no, place.next_turn - count(*) over (partition by given.session_id)
      + row_number() over (partition by given.session_id order by given.n) as turn
    from given left join place using (session_id)
  ), spot as materialized (
    select n, case when turn < 1048560 then thread_no * 1048576 + turn
      else -16 * nextval('palimpsest.solo_position') end as reading_position
    from turn order by n
  )`;

/**
 * One statement for any number of memories: rows, originals, postings, vectors and the tenant's counters. Gives the
 * times of recording, in the order of the memories.
 */
export async function insertMemoryRows(tx: Tx, who: Principal, memories: Prepared[]): Promise<string[]> {
  const rows = await tx.prepared<{ recorded_at: string }>(
    `with given as materialized (
       select * from json_to_recordset($2::json) as row (n integer, id text, kind text, as_chunk boolean, composed boolean,
         origin text, speaker text, scope text, subject_type text, subject_id text, project_id text, session_id text,
         channel text, visibility text, audience text[], boundary_class text, text text, search text, importance real,
         status text, tags text[], attributes jsonb, hash text, words_hash text, tokens integer, occurred_at timestamptz,
         expires_at timestamptz, space_id integer, embedding text)
     ), ${readingPositions}, word as materialized (
       select given.n, l.term, l.tf from given cross join lateral palimpsest.lexemes(given.search) l
     ), size as (
       select n, sum(tf)::integer as words from word group by n
     ), stored as (
       insert into palimpsest.memory (tenant_id, id, kind, origin, writer, reading_position, scope, subject_type, subject_id,
         project_id, session_id, channel, owner_id, visibility, audience, boundary_class, text, importance, status,
         tags, speaker, content_hash, original_hash, token_count, word_count, occurred_at, expires_at, attributes, as_chunk,
         words_hash, original_words_hash)
       select $1, id, kind, origin, $3, spot.reading_position, scope, subject_type, subject_id, project_id, session_id,
         channel, $4, visibility, audience, boundary_class, text, importance, status, tags, speaker, hash, hash, tokens,
         coalesce(size.words, 0), occurred_at, expires_at, attributes, as_chunk, words_hash, words_hash
       from given join spot using (n) left join size using (n) order by n
       returning id, recorded_at, reading_position, word_count,
         palimpsest.posting_guard(channel, boundary_class, quarantined, blocked_channels, expires_at) as guard,
         palimpsest.admission_needed(visibility, boundary_class, quarantined, blocked_channels, expires_at) as admission_needed,
         visibility <> 'tenant' as visibility_limited
     ), original as (
       insert into palimpsest.memory_original (tenant_id, memory_id, text, attributes, importance)
       select $1, id, case when composed then null else text end, attributes, importance from given
     ), postings as (
       insert into palimpsest.memory_term (tenant_id, term, reading_position, tf, len, guard, visibility_limited)
       select $1, word.term, stored.reading_position, word.tf, stored.word_count, stored.guard, stored.visibility_limited
       from word join given using (n) join stored using (id)
     ), vector as (
       insert into palimpsest.memory_vector (tenant_id, space_id, memory_id, admission_needed, embedding)
       select $1, given.space_id, given.id, stored.admission_needed, given.embedding::vector
       from given join stored using (id) where given.embedding is not null
     ), counted as (
       insert into palimpsest.lexicon_stat as s (tenant_id, shard, memories, words)
       select $1, palimpsest.own_shard(), count(*), sum(stored.word_count) from stored
       on conflict (tenant_id, shard) do update
         set memories = s.memories + excluded.memories, words = s.words + excluded.words
     )
     select ${iso("stored.recorded_at")} as recorded_at from given join stored using (id) order by given.n`,
    [who.tenantId, JSON.stringify(memories.map(rowOf)), writerOf(who), who.id],
  );
  const later = memories.find(({ embedding }) => embedding === null);
  if (later) await tx.query(`select palimpsest.fill_later($1)`, [later.spaceId]);
  return rows.map(({ recorded_at }) => recorded_at);
}

function rowOf(m: Prepared, n: number) {
  const kind = kindOf(m.kind);
  return {
    n,
    id: m.id,
    kind: m.kind,
    as_chunk: kind.asChunk,
    composed: kind.text !== undefined,
    origin: m.origin,
    speaker: m.speaker,
    scope: m.scope,
    subject_type: m.subjectType,
    subject_id: m.subjectId,
    project_id: m.projectId,
    session_id: m.sessionId,
    channel: m.channel,
    visibility: m.visibility ?? "tenant",
    audience: m.audience ?? [],
    boundary_class: m.boundaryClass ?? "public",
    text: m.text,
    search: m.search,
    importance: m.importance ?? 0,
    status: m.status ?? "active",
    tags: m.tags,
    attributes: m.attributes,
    hash: m.hash,
    words_hash: m.wordsHash,
    tokens: m.tokens,
    occurred_at: m.occurredAt,
    expires_at: m.expiresAt,
    space_id: m.spaceId,
    embedding: m.embedding,
  };
}
