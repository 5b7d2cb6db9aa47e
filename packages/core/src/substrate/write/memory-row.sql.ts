import { kindOf } from "@palimpsest/contract";
import { iso, type Tx } from "../../db/index.js";
import { type Principal, writerOf } from "../../identity/index.js";
import type { Prepared } from "./draft.js";

/**
 * Each session gets a range of positions, so that turns next to each other are neighbours. A memory outside any session,
 * or in one whose range is full, gets a position without neighbours.
 */
const readingPosition = `
  place as (
    insert into palimpsest.thread as t (tenant_id, session_id, next_turn)
    select $1, $9, 1 where $9::text is not null
    on conflict (tenant_id, session_id) do update set next_turn = t.next_turn + 1
    returning thread_no, next_turn
  ), spot as (
    select thread_no * 1048576 + next_turn as reading_position from place where next_turn < 1048560
    union all
    select -16 * nextval('palimpsest.solo_position')
    where $9::text is null or exists (select 1 from place where next_turn >= 1048560)
  )`;

/** One statement: the row, its original, its postings, its vector and the tenant's counters. */
export async function insertMemoryRow(tx: Tx, who: Principal, m: Prepared): Promise<string> {
  const kind = kindOf(m.kind);
  const [row] = await tx.prepared<{ recorded_at: string }>(
    `with ${readingPosition}, word as materialized (
       select term, tf from palimpsest.lexemes($22)
     ), size as (
       select coalesce(sum(tf), 0)::integer as words from word
     ), stored as (
       insert into palimpsest.memory (tenant_id, id, kind, origin, writer, reading_position, scope, subject_type, subject_id,
         project_id, session_id, channel, owner_id, visibility, audience, boundary_class, text, importance, status,
         tags, speaker, content_hash, original_hash, token_count, word_count, occurred_at, expires_at, attributes, as_chunk,
         words_hash, original_words_hash)
       select $1, $2, $3, $4, $5, spot.reading_position, $6, $7, $8, $10, $9, $11, $12, $13, $14, $15, $16, $17, $18, $19,
         $20, $21, $21, $23, size.words, $24, $25, $28::jsonb, $29, $31, $31
       from spot, size
       returning recorded_at, reading_position, word_count,
         palimpsest.posting_guard(channel, boundary_class, quarantined, blocked_channels, expires_at) as guard,
         palimpsest.admission_needed(visibility, boundary_class, quarantined, blocked_channels, expires_at) as admission_needed,
         visibility <> 'tenant' as visibility_limited
     ), original as (
       insert into palimpsest.memory_original (tenant_id, memory_id, text, attributes, importance)
       select $1, $2, case when $30 then null else $16 end, $28::jsonb, $17 from stored
     ), postings as (
       insert into palimpsest.memory_term (tenant_id, term, reading_position, tf, len, guard, visibility_limited)
       select $1, word.term, stored.reading_position, word.tf, stored.word_count, stored.guard, stored.visibility_limited from word, stored
     ), vector as (
       insert into palimpsest.memory_vector (tenant_id, space_id, memory_id, admission_needed, embedding)
       select $1, $26, $2, stored.admission_needed, $27::vector from stored where $27 is not null
     ), counted as (
       insert into palimpsest.lexicon_stat as s (tenant_id, shard, memories, words)
       select $1, palimpsest.own_shard(), 1, stored.word_count from stored
       on conflict (tenant_id, shard) do update set memories = s.memories + 1, words = s.words + excluded.words
     )
     select ${iso("recorded_at")} as recorded_at, case when $27 is null then palimpsest.fill_later($26) end from stored`,
    [
      who.tenantId,
      m.id,
      m.kind,
      m.origin,
      writerOf(who),
      m.scope ?? null,
      m.subjectType ?? null,
      m.subjectId ?? null,
      m.sessionId ?? null,
      m.projectId ?? null,
      m.channel,
      who.id,
      m.visibility ?? "tenant",
      m.audience ?? [],
      m.boundaryClass ?? "public",
      m.text,
      m.importance ?? 0,
      m.status ?? "active",
      m.tags ?? [],
      m.speaker ?? null,
      m.hash,
      m.search,
      m.tokens,
      m.occurredAt,
      m.expiresAt ?? null,
      m.spaceId,
      m.embedding,
      JSON.stringify(m.attributes),
      kind.asChunk,
      kind.text !== undefined,
      m.wordsHash,
    ],
  );
  return row!.recorded_at;
}
