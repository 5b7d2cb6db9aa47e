import type { Principal } from "../../identity/index.js";
import { type Draft, insertMemory, prepareMemory } from "../../substrate/index.js";
import { contextOf } from "../../testing/context-of.js";
import type { TestMemory } from "../../testing/test-memory.js";

/** One memory as a write path makes it, and copies of it, index and all, which count as having words of their own. */
export async function seedMemories(
  memory: TestMemory,
  who: Principal,
  count: number,
  given: Partial<Draft>,
): Promise<string> {
  await memory.call(who, "listEdits", {});
  const text = `the quick brown fox jumps over the lazy dog and thinks about supper ${given.projectId}`;
  const draft = { kind: "chunk", text, origin: "agent", channel: "private" } as const;
  const first = await prepareMemory(await contextOf(memory.services, who), { ...draft, ...given });
  await memory.services.db.transaction(who, (tx) => insertMemory(tx, who, first));
  const [{ columns } = { columns: "" }] = await memory.database.ownerQuery<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = 'palimpsest.memory'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  await memory.database.ownerQuery(
    `with copy as (
       insert into palimpsest.memory (${columns})
       select ${columns} from (
         select (jsonb_populate_record(m, jsonb_build_object('id', m.id || '-' || n,
           'reading_position', -16 * nextval('palimpsest.solo_position'), 'words_hash', m.words_hash || n))).*
         from palimpsest.memory m, generate_series(2, $2::integer) n where m.id = $1 offset 0) copied
       returning tenant_id, id, reading_position, text, importance, word_count
     ), original as (
       insert into palimpsest.memory_original (tenant_id, memory_id, text, importance)
       select tenant_id, id, text, importance from copy
     ), words as (
       insert into palimpsest.memory_term (tenant_id, term, reading_position, tf, len, guard, reader_key, asked, run)
       select c.tenant_id, t.term, c.reading_position, t.tf, t.len, t.guard, t.reader_key, t.asked, t.run
       from copy c, palimpsest.memory_term t join palimpsest.memory m on m.reading_position = t.reading_position where m.id = $1
     ), vectors as (
       insert into palimpsest.memory_vector (tenant_id, space_id, memory_id, kind, reader_key, embedding)
       select c.tenant_id, v.space_id, c.id, v.kind, v.reader_key, v.embedding
       from copy c, palimpsest.memory_vector v where v.memory_id = $1
     ), links as (
       insert into palimpsest.memory_link (tenant_id, from_id, to_id, type)
       select c.tenant_id, c.id, l.to_id, l.type from copy c, palimpsest.memory_link l where l.from_id = $1
     )
     insert into palimpsest.lexicon_stat as s (tenant_id, shard, memories, words)
     select tenant_id, palimpsest.own_shard(), count(*), sum(word_count) from copy group by 1
     on conflict (tenant_id, shard) do update
       set memories = s.memories + excluded.memories, words = s.words + excluded.words`,
    [first.id, count],
  );
  return first.id;
}
