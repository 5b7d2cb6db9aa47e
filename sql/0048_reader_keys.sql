-- A posting says itself who may read it, where that is everybody or one owner. It said only that not everybody may, and the
-- memory was looked up for each: most of the time of a search among private memories, one's own and those of others.

-- By which its postings tell who may read a memory: 0 is everybody in the tenant, any other number its owner alone. Null if
-- only the memory tells: it has an audience, or is a capsule, which others govern. The key is a digest, so that nobody finds
-- a name that has the key of another one.
create function palimpsest.owner_key(p_owner text) returns bigint
  language sql immutable parallel safe
  return ('x' || left(md5('reader:' || p_owner), 16))::bit(64)::bigint | 1;
create function palimpsest.reader_key(p_kind text, p_visibility text, p_owner text) returns bigint
  language sql immutable parallel safe
  return case when p_visibility = 'tenant' then 0
              when p_visibility = 'private' and p_kind <> 'capsule' then palimpsest.owner_key(p_owner) end;

-- The table is written anew, once.
create function palimpsest.reader_key_at(p_tenant text, p_position bigint) returns bigint
  language sql stable
  return (select palimpsest.reader_key(m.kind, m.visibility, m.owner_id)
    from palimpsest.memory m where m.tenant_id = p_tenant and m.reading_position = p_position);
drop policy open_or_visible on palimpsest.memory_term;
alter table palimpsest.memory no force row level security;
alter table palimpsest.memory_term
  alter column visibility_limited drop not null,
  alter column visibility_limited drop default,
  alter column visibility_limited type bigint
    using case when visibility_limited then palimpsest.reader_key_at(tenant_id, reading_position) else 0 end;
alter table palimpsest.memory_term rename column visibility_limited to reader_key;
alter table palimpsest.memory force row level security;
drop function palimpsest.reader_key_at(text, bigint);
create policy open_or_visible on palimpsest.memory_term for select to palimpsest_app
  using (tenant_id = palimpsest.tenant() and case
    when reader_key is not null then reader_key in (0, (select palimpsest.owner_key(palimpsest.principal())))
    else exists (select 1 from palimpsest.memory m
                 where m.tenant_id = palimpsest.tenant() and m.reading_position = memory_term.reading_position offset 0) end);

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- As before, with who may read the words. refold, which writes the words of an edit, is made anew with the class of what is
-- found in them, and writes the key there.
create or replace function palimpsest.replace_postings(p_ids text[], p_hashes text[], p_searches text[], p_asked text[], p_spoken integer[])
  returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  ids text[];
  positions bigint[];
  searches text[];
  questions text[];
  words_before bigint;
  words_after bigint;
begin
  -- A statement of its own: the next one must see what whoever held the rows before has written.
  perform 1 from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids) order by m.id for no key update;
  select array_agg(m.id), array_agg(m.reading_position), array_agg(given.search), array_agg(given.asked), sum(m.word_count)
  into ids, positions, searches, questions, words_before
  from palimpsest.memory m
  join unnest(p_ids, p_hashes, p_searches, p_asked) as given(id, hash, search, asked)
    on m.id = given.id and m.content_hash = given.hash
  where m.tenant_id = palimpsest.tenant() and not m.retracted;
  if ids is null then
    return 0;
  end if;
  with size as (
    select k.id, coalesce(sum(l.tf), 0)::integer as words
    from unnest(ids, searches) as k(id, search) left join lateral palimpsest.lexemes(k.search) l on true group by k.id
  ), turns as (
    select array_agg(m.reading_position) as positions, array_agg(m.speaker) as speakers,
      array_agg((m.cues & 1) | (given.spoken & 30)) as spoken, array_agg(size.words) as words
    from size join unnest(p_ids, p_spoken) as given(id, spoken) on given.id = size.id
    join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = size.id
  ), cue as (
    select c.reading_position, c.cues
    from turns cross join lateral palimpsest.cues_of(turns.positions, turns.speakers, turns.spoken, turns.words) c
  )
  update palimpsest.memory m set word_count = size.words, cues = cue.cues
  from cue join unnest(ids, positions) as k(id, reading_position) using (reading_position) join size on size.id = k.id
  where m.tenant_id = palimpsest.tenant() and m.id = k.id;
  delete from palimpsest.memory_term t where t.tenant_id = palimpsest.tenant() and t.reading_position = any (positions);
  insert into palimpsest.memory_term (tenant_id, term, reading_position, tf, len, guard, reader_key, asked, run)
  select m.tenant_id, w.term, m.reading_position, w.tf, m.word_count,
    palimpsest.posting_guard(m.channel, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at),
    palimpsest.reader_key(m.kind, m.visibility, m.owner_id), w.asked, m.cues >> 16
  from unnest(ids, searches, questions) as k(id, search, asked)
  join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = k.id
  cross join lateral palimpsest.indexed_words(k.search, k.asked) w
  on conflict (tenant_id, term, reading_position) do nothing;
  select sum(m.word_count) into words_after from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (ids);
  insert into palimpsest.lexicon_stat as s (tenant_id, shard, words)
  values (palimpsest.tenant(), palimpsest.own_shard(), words_after - words_before)
  on conflict (tenant_id, shard) do update set words = s.words + excluded.words;
  return cardinality(ids);
end $$;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
