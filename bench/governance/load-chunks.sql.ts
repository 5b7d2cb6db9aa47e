import type { Principal, Tx } from "@palimpsest/core";

export interface ChunkRow {
  readonly id: string;
  readonly eventId: string;
  readonly session: string;
  readonly text: string;
  readonly search: string;
  readonly asked: string;
  readonly spoken: number;
  readonly tokens: number;
  readonly hash: string;
  readonly wordsHash: string;
  readonly embedding: string | null;
  readonly actor: string;
  readonly at: string;
}

/**
 * What the product's write of an event does, for many events of one writer in one statement: thread, memory,
 * original, postings, vector, counters and record. Runs as the serving role under the writer's policies.
 */
export const insertChunks = async (
  tx: Tx,
  who: Principal,
  spaceId: number,
  rows: readonly ChunkRow[],
): Promise<void> => {
  const column = <K extends keyof ChunkRow>(key: K) => rows.map((row) => row[key]);
  await tx.query(
    `with given as materialized (
       select * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::integer[], $8::text[],
         $9::text[], $10::text[], $11::timestamptz[], $17::text[], $18::text[], $19::integer[]) with ordinality
         as row (id, event_id, session_id, text, search, tokens, hash, embedding, actor, at, words_hash, asked, spoken, n)
     ), place as (
       insert into palimpsest.thread as t (tenant_id, session_id, next_turn)
       select $1, session_id, count(*) from given group by session_id order by min(n)
       on conflict (tenant_id, session_id) do update set next_turn = t.next_turn + excluded.next_turn
       returning session_id, thread_no, next_turn
     ), word as materialized (
       select given.n, l.term, l.tf, l.asked from given cross join lateral palimpsest.indexed_words(given.search, given.asked) l
     ), size as (
       select n, sum(tf)::integer as words from word group by n
     ), turn as materialized (
       select given.*, coalesce(size.words, 0) as words, place.thread_no * 1048576 + place.next_turn
         - count(*) over (partition by given.session_id)
         + row_number() over (partition by given.session_id order by given.n) as reading_position
       from given join place using (session_id) left join size using (n)
     ), cue as materialized (
       select c.reading_position, c.cues
       from (select array_agg(reading_position) as positions, array_agg(actor) as actors, array_agg(spoken) as spoken,
               array_agg(words) as words from turn) t
       cross join lateral palimpsest.cues_of(t.positions, t.actors, t.spoken, t.words) c
     ), stored as (
       insert into palimpsest.memory (tenant_id, id, kind, origin, writer, reading_position, scope, session_id, channel, owner_id,
         text, speaker, as_chunk, content_hash, original_hash, token_count, word_count, occurred_at,
         words_hash, original_words_hash, cues)
       select $1, id, 'chunk', $12, $13, reading_position, 'session', session_id, 'private', $14, text,
         actor, true, hash, hash, tokens, words, at, words_hash, words_hash, cue.cues
       from turn join cue using (reading_position)
     ), original as (
       insert into palimpsest.memory_original (tenant_id, memory_id, text, importance) select $1, id, text, 0 from turn
     ), postings as (
       insert into palimpsest.memory_term (tenant_id, term, reading_position, tf, len, guard, reader_key, asked, run)
       select $1, word.term, turn.reading_position, word.tf, turn.words,
         palimpsest.posting_guard('private', 'public', false, '{}', null), 0, word.asked, cue.cues >> 16
       from word join turn using (n) join cue using (reading_position)
     ), vector as (
       insert into palimpsest.memory_vector (tenant_id, space_id, memory_id, kind, reader_key, embedding)
       select $1, $15, id, 'chunk', 0, embedding::vector from turn
     ), counted as (
       insert into palimpsest.lexicon_stat as s (tenant_id, shard, memories, words)
       select $1, palimpsest.own_shard(), count(*), sum(words) from turn
       on conflict (tenant_id, shard) do update
         set memories = s.memories + excluded.memories, words = s.words + excluded.words
     )
     insert into palimpsest.record (tenant_id, event_id, occurred_at, session_id, channel, actor_type, actor_id, kind,
         sensitivity, content, scope, principal_id, memory_id)
       select $1, event_id, at, session_id, 'private', $16, actor, 'message', 'none', jsonb_build_object('text', text),
         'session', $14, id
     from turn`,
    [
      who.tenantId,
      column("id"),
      column("eventId"),
      column("session"),
      column("text"),
      column("search"),
      column("tokens"),
      column("hash"),
      column("embedding"),
      column("actor"),
      column("at"),
      who.type,
      `${who.type}:${who.id}`,
      who.id,
      spaceId,
      who.type === "agent" ? "agent" : "human",
      column("wordsHash"),
      column("asked"),
      column("spoken"),
    ],
  );
};
