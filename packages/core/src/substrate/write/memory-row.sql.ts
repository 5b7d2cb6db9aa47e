import { kindOf } from "@palimpsest/contract";
import { iso, type Tx } from "../../db/index.js";
import { type Principal, writerOf } from "../../identity/index.js";
import { vectorArrayBytes } from "../vectors/vector-bytes.js";
import type { Prepared } from "./draft.js";

/**
 * Each session gets a range of positions, so that turns next to each other are neighbours; so do the turns that are kept in
 * it for one user. A memory outside any session,
 * or in one whose range is full, gets a position without neighbours. Sessions are locked in one order by all writers.
 */
const readingPositions = `
  place as (
    insert into palimpsest.thread as t (tenant_id, session_id, next_turn)
    select $1, thread, count(*) from given where thread is not null group by thread order by thread
    on conflict (tenant_id, session_id) do update set next_turn = t.next_turn + excluded.next_turn
    returning session_id as thread, thread_no, next_turn
  ), turn as (
    select given.n, place.thread_no, place.next_turn - count(*) over (partition by given.thread)
      + row_number() over (partition by given.thread order by given.n) as turn
    from given left join place using (thread)
  ), spot as materialized (
    select n, case when turn < 1048560 then thread_no * 1048576 + turn
      else -16 * nextval('palimpsest.solo_position') end as reading_position, clock_timestamp() as now
    from turn order by n
  )`;

const isOver = `(kind in ('chunk', 'semantic_event') and status in ('superseded', 'replaced'))`;

/**
 * One statement for any number of memories: rows, originals, postings, vectors and the tenant's counters. Gives the
 * times of recording, in the order of the memories. It reads back no row: an import writes some that its caller may not
 * see.
 */
export async function insertMemoryRows(tx: Tx, who: Principal, memories: Prepared[]): Promise<string[]> {
  if (memories.length === 0) return [];
  const recording = tx.prepared<{ recorded_at: string }>(
    `with given as materialized (
       select * from json_to_recordset($2::json) as row (n integer, id text, kind text, as_chunk boolean, composed boolean,
         origin text, speaker text, scope text, subject_type text, subject_id text, project_id text, session_id text, thread text,
         channel text, visibility text, audience text[], boundary_class text, text text, search text, asked text, spoken integer, importance real,
         status text, tags text[], attributes jsonb, hash text, words_hash text, tokens integer, occurred_at timestamptz,
         expires_at timestamptz, space_id integer, imported text, writer text, owner_id text,
         recorded_at timestamptz, original text, original_hash text, original_words_hash text)
     ), ${readingPositions}, word as materialized (
       select given.n, l.term, l.tf, l.asked from given cross join lateral palimpsest.indexed_words(given.search, given.asked) l
     ), size as (
       select n, sum(tf)::integer as words from word group by n
     ), turns as (
       select array_agg(spot.reading_position) as positions, array_agg(given.speaker) as speakers,
         array_agg(given.spoken) as spoken, array_agg(coalesce(size.words, 0)) as words
       from given join spot using (n) left join size using (n)
     ), cue as materialized (
       select c.reading_position, c.cues
       from turns cross join lateral palimpsest.cues_of(turns.positions, turns.speakers, turns.spoken, turns.words) c
     ), made as materialized (
       select given.*, spot.reading_position, coalesce(given.recorded_at, spot.now) as recorded,
         coalesce(size.words, 0) as words, cue.cues,
         -- No word leads to a passage or an event of a superseded revision, which an import may write.
         palimpsest.posting_guard(channel, case when ${isOver} then 'secret'
           else boundary_class end, false, '{}', expires_at) as guard,
         palimpsest.reader_key(kind, visibility, coalesce(owner_id, $4)) as reader_key
       from given join spot using (n) left join size using (n) join cue using (reading_position) order by n
     ), stored as (
       insert into palimpsest.memory (tenant_id, id, kind, origin, writer, reading_position, scope, subject_type, subject_id,
         project_id, session_id, channel, owner_id, visibility, audience, boundary_class, text, importance, status,
         tags, speaker, content_hash, original_hash, token_count, word_count, occurred_at, recorded_at, expires_at,
         attributes, as_chunk, words_hash, original_words_hash, imported, cues)
       select $1, id, kind, origin, coalesce(writer, $3), reading_position, scope, subject_type, subject_id, project_id,
         session_id, channel, coalesce(owner_id, $4), visibility, audience, boundary_class, text, importance, status, tags,
         speaker, hash, coalesce(original_hash, hash), tokens, words, occurred_at, recorded, expires_at, attributes,
         as_chunk, words_hash, coalesce(original_words_hash, words_hash), imported, cues
       from made
     ), original as (
       insert into palimpsest.memory_original (tenant_id, memory_id, text, attributes, importance)
       select $1, id, case when composed then null else coalesce(original, text) end, attributes, importance from made
     ), postings as (
       insert into palimpsest.memory_term (tenant_id, term, reading_position, tf, len, guard, reader_key, asked, run)
       select $1, word.term, made.reading_position, word.tf, made.words, made.guard,
         made.reader_key, word.asked, made.cues >> 16
       from word join made using (n)
     ), vector as (
       insert into palimpsest.memory_vector (tenant_id, space_id, memory_id, kind, reader_key, embedding)
       select $1, space_id, id, kind, reader_key, ($5::vector[])[n + 1] from made where ($5::vector[])[n + 1] is not null
     ), counted as (
       insert into palimpsest.lexicon_stat as s (tenant_id, shard, memories, words)
       select $1, palimpsest.own_shard(), count(*), sum(words) from made
       on conflict (tenant_id, shard) do update
         set memories = s.memories + excluded.memories, words = s.words + excluded.words
     )
     select ${iso("recorded")} as recorded_at from made order by n`,
    [
      who.tenantId,
      JSON.stringify(memories.map(rowOf)),
      writerOf(who),
      who.id,
      vectorArrayBytes(
        memories[0]!.vectorTypeId,
        memories.map(({ embedding }) => embedding),
      ),
    ],
  );
  const later = memories.find(({ embedding }) => embedding === null);
  if (later) tx.send(`select palimpsest.fill_later($1)`, [later.spaceId]);
  const rows = await recording;
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
    thread: m.thread ?? m.sessionId,
    channel: m.channel,
    visibility: m.visibility ?? "tenant",
    audience: m.audience ?? [],
    boundary_class: m.boundaryClass ?? "public",
    text: m.text,
    search: m.search,
    asked: m.asked,
    spoken: m.spoken,
    importance: m.importance ?? 0,
    status: m.status ?? "active",
    tags: m.tags,
    attributes: m.attributes,
    hash: m.hash,
    words_hash: m.wordsHash,
    tokens: m.tokens,
    occurred_at: m.kept?.occurredAt ?? m.occurredAt,
    expires_at: m.kept?.expiresAt ?? m.expiresAt,
    space_id: m.spaceId,
    imported: m.kept?.exportId,
    writer: m.kept?.writer,
    owner_id: m.kept?.ownerId,
    recorded_at: m.kept?.recordedAt,
    original: m.original?.text,
    original_hash: m.original?.hash ?? m.kept?.original?.hash,
    original_words_hash: m.original?.wordsHash ?? m.kept?.original?.wordsHash,
  };
}
