-- Words that were written while they were being retracted stayed in force: the write looked for a retraction that was not
-- committed, and the retraction for twins that were not. Now what looks for retracted words shares a lock on them until its
-- transaction ends, and a retraction has the lock alone: whoever comes second sees what the first has done.

-- A tenant has 64 such locks, so that a large batch does not fill the server's table of them. They are taken in one order.
create function palimpsest.words_locks(p_words text[]) returns bigint[]
  language sql stable parallel safe
  return (select array_agg(distinct hashtextextended(palimpsest.tenant() || ' words ' || (hashtextextended(w, 0) & 63), 0))
          from unnest(p_words) w);

create function palimpsest.lock_words(p_words text[]) returns void
  language plpgsql volatile as $$
declare
  words_lock bigint;
begin
  foreach words_lock in array coalesce(palimpsest.words_locks(p_words), '{}') loop
    perform pg_advisory_xact_lock(words_lock);
  end loop;
end $$;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- As before, behind a retraction of these words that is under way: it is volatile, so that it sees what that has committed.
create or replace function palimpsest.tombstones(p_ids text[], p_words text[], p_hashes text[], p_subject_types text[],
                                      p_subject_ids text[], p_passages boolean[])
  returns table (id text, memory_id text)
  language plpgsql volatile security definer rows 1 set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan as $$
declare
  words_lock bigint;
begin
  foreach words_lock in array coalesce(palimpsest.words_locks(p_words), '{}') loop
    perform pg_advisory_xact_lock_shared(words_lock);
  end loop;
  return query
  with stone as materialized (
    select m.id, m.kind, m.subject_type, m.subject_id, m.words_hash, m.original_words_hash, m.content_hash,
      m.original_hash
    from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.retracted
      and (m.words_hash = any (p_words) or m.original_words_hash = any (p_words)
           or (m.original_words_hash is null
               and (m.original_hash = any (p_hashes) or m.content_hash = any (p_hashes))))
      and palimpsest.addressed(m.visibility, m.owner_id, m.audience)
  )
  select given.id, stone.id
  from stone
  join unnest(p_ids, p_words, p_hashes, p_subject_types, p_subject_ids, p_passages)
    as given(id, words, hash, subject_type, subject_id, passage)
    on stone.words_hash = given.words or stone.original_words_hash = given.words
      or (stone.original_words_hash is null and (stone.original_hash = given.hash or stone.content_hash = given.hash))
  where not (given.passage and stone.kind = 'semantic_event')
    and palimpsest.same_subject(stone.subject_type, stone.subject_id, given.subject_type, given.subject_id);
end $$;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
