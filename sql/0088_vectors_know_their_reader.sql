-- A vector says itself of which kind its memory is and who may read it, as postings do. It said only that not everybody may,
-- and the memory was looked up for each vector that a search came by: by the policy, and again to learn its kind.

-- The columns are filled and the table is written anew, once, and so are the indexes of its vectors. In 64 MB the index of a
-- large store would be built four times slower.
set local maintenance_work_mem = '512MB';

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- As before; a passage of a superseded revision is kept from searches by its own status, and its words by their guard.
create or replace function palimpsest.guard_passages(p_ids text[]) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with passage as (
    select m.reading_position,
      palimpsest.posting_guard(m.channel,
        case when m.status in ('superseded', 'replaced') then 'secret' else m.boundary_class end,
        m.quarantined, m.blocked_channels, m.expires_at) as guard
    from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids) and m.owner_id = palimpsest.principal())
  update palimpsest.memory_term t set guard = p.guard from passage p
  where t.tenant_id = palimpsest.tenant() and t.reading_position = p.reading_position and t.guard <> p.guard;
end;
drop function palimpsest.fill_vectors(integer, text[], text[], text[]);

reset role;

create function palimpsest.reader_key_at(p_tenant text, p_id text) returns bigint
  language sql stable
  return (select palimpsest.reader_key(m.kind, m.visibility, m.owner_id)
    from palimpsest.memory m where m.tenant_id = p_tenant and m.id = p_id);
create function palimpsest.kind_at(p_tenant text, p_id text) returns text
  language sql stable
  return (select m.kind from palimpsest.memory m where m.tenant_id = p_tenant and m.id = p_id);
drop policy open_or_visible on palimpsest.memory_vector;
alter table palimpsest.memory no force row level security;
alter table palimpsest.memory_vector add column kind text;
alter table palimpsest.memory_vector
  alter column kind type text using palimpsest.kind_at(tenant_id, memory_id),
  alter column admission_needed drop not null,
  alter column admission_needed type bigint using palimpsest.reader_key_at(tenant_id, memory_id);
alter table palimpsest.memory_vector alter column kind set not null;
alter table palimpsest.memory_vector rename column admission_needed to reader_key;
alter table palimpsest.memory force row level security;
drop function palimpsest.reader_key_at(text, text);
drop function palimpsest.kind_at(text, text);
create policy open_or_visible on palimpsest.memory_vector for select to palimpsest_app
  using (tenant_id = palimpsest.tenant() and case
    when reader_key is not null then reader_key in (0, (select palimpsest.owner_key(palimpsest.principal())))
    else exists (select 1 from palimpsest.memory m
                 where m.tenant_id = palimpsest.tenant() and m.id = memory_vector.memory_id offset 0) end);
-- A kind of which there are few is compared as a whole.
create index memory_vector_kind on palimpsest.memory_vector (tenant_id, kind);

-- The vectors of these kinds that are nearest to one, as far as the reader may see their memories, which are not looked at.
-- They are planned for the values that are given, since the number of vectors of a kind decides between scan and index;
-- what asks for them keeps its plan.
create function palimpsest.nearest_vectors(p_space integer, p_vector vector, p_kinds text[], p_limit integer)
  returns table (kind text, memory_id text, distance float8)
  language plpgsql stable rows 100 set search_path = pg_catalog, public, pg_temp as $$
begin
  return query execute format(
    'select v.kind, v.memory_id, v.embedding::vector(%1$s) <=> $2::vector(%1$s) from palimpsest.memory_vector v
     where v.tenant_id = $1 and v.space_id = %2$s and v.kind = any ($3)
     order by v.embedding::vector(%1$s) <=> $2::vector(%1$s) limit %3$s', vector_dims(p_vector), p_space, p_limit)
  using palimpsest.tenant(), p_vector, p_kinds;
end $$;
grant execute on function palimpsest.nearest_vectors(integer, vector, text[], integer) to palimpsest_app;

-- Of each of these kinds so many. A walk of the index costs the same for one kind and for several, so there is one for all,
-- and only kinds of which it finds too few are looked for by themselves.
create function palimpsest.nearest_of_each(p_space integer, p_vector vector, p_kinds text[], p_each integer)
  returns table (kind text, memory_id text, distance float8)
  language plpgsql stable rows 100 set search_path = pg_catalog, public, pg_temp as $$
declare
  most constant integer := 8 * p_each;
  of_kind text;
  kinds text[];
  ids text[];
  distances float8[];
begin
  select array_agg(n.kind), array_agg(n.memory_id), array_agg(n.distance) into kinds, ids, distances
  from palimpsest.nearest_vectors(p_space, p_vector, p_kinds, most) n;
  foreach of_kind in array p_kinds loop
    if cardinality(ids) = most and cardinality(array_positions(kinds, of_kind)) < p_each then
      return query select * from palimpsest.nearest_vectors(p_space, p_vector, array[of_kind], p_each);
    else
      return query select n.kind, n.id, n.distance from unnest(kinds, ids, distances) as n(kind, id, distance)
        where n.kind = of_kind order by n.distance limit p_each;
    end if;
  end loop;
end $$;
grant execute on function palimpsest.nearest_of_each(integer, vector, text[], integer) to palimpsest_app;

set local role palimpsest_definer;

create function palimpsest.fill_vectors(p_space integer, p_ids text[], p_hashes text[], p_embeddings text[])
  returns integer
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  with same as (
    select m.tenant_id, m.id, m.kind, palimpsest.reader_key(m.kind, m.visibility, m.owner_id) as reader_key, given.embedding
    from palimpsest.memory m
    join unnest(p_ids, p_hashes, p_embeddings) as given(id, hash, embedding)
      on m.id = given.id and m.content_hash = given.hash
    where m.tenant_id = palimpsest.tenant() and not m.retracted
    for share of m
  ), stored as (
    insert into palimpsest.memory_vector (tenant_id, space_id, memory_id, kind, reader_key, embedding)
    select same.tenant_id, p_space, same.id, same.kind, same.reader_key, same.embedding::vector from same
    on conflict do nothing
    returning 1)
  select count(*)::integer from stored;
end;
grant execute on function palimpsest.fill_vectors(integer, text[], text[], text[]) to palimpsest_worker;

-- As before; what changes of a memory changes nothing of its vector but the words that it stands for.
create or replace function palimpsest.raise_claim_class(p_id text, p_class text)
  returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  classes constant text[] := array['public', 'internal', 'pii', 'secret'];
  m record;
begin
  perform palimpsest.assert_not_suspended();
  update palimpsest.memory c set boundary_class = p_class
  where c.tenant_id = palimpsest.tenant() and c.id = p_id and c.kind = 'fact'
    and (c.visibility = 'tenant' or c.owner_id = palimpsest.principal())
    and array_position(classes, c.boundary_class) < array_position(classes, p_class)
  returning c.reading_position,
    palimpsest.posting_guard(c.channel, c.boundary_class, c.quarantined, c.blocked_channels, c.expires_at) as guard
  into m;
  if not found then return; end if;
  update palimpsest.memory_term t set guard = m.guard
  where t.tenant_id = palimpsest.tenant() and t.reading_position = m.reading_position;
end $$;

create or replace function palimpsest.raise_to_sources(p_ids text[])
  returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  classes constant text[] := array['public', 'internal', 'pii', 'secret'];
  lower_ids text[];
begin
  lower_ids := array(
    select distinct d.id
    from palimpsest.memory d
    join palimpsest.memory_link l on l.tenant_id = d.tenant_id and l.from_id = d.id and l.type = 'derived_from'
    join palimpsest.memory s on s.tenant_id = l.tenant_id and s.id = l.to_id
    where d.tenant_id = palimpsest.tenant() and d.id = any (p_ids)
      and array_position(classes, d.boundary_class) < array_position(classes, s.boundary_class));
  if lower_ids = '{}' then return; end if;
  perform 1 from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (lower_ids) order by m.id for no key update;
  with wanted as (
    select l.from_id as id, max(array_position(classes, s.boundary_class)) as class
    from palimpsest.memory_link l
    join palimpsest.memory s on s.tenant_id = l.tenant_id and s.id = l.to_id
    where l.tenant_id = palimpsest.tenant() and l.from_id = any (lower_ids) and l.type = 'derived_from'
    group by l.from_id
  ), raised as (
    update palimpsest.memory m set boundary_class = classes[w.class] from wanted w
    where m.tenant_id = palimpsest.tenant() and m.id = w.id and array_position(classes, m.boundary_class) < w.class
    returning m.id, m.reading_position,
      palimpsest.posting_guard(m.channel, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at) as guard
  )
  update palimpsest.memory_term t set guard = r.guard from raised r
  where t.tenant_id = palimpsest.tenant() and t.reading_position = r.reading_position;
end $$;

create or replace function palimpsest.refold(p_id text, p_text text, p_attributes jsonb, p_search text, p_asked text, p_spoken integer, p_hash text, p_words_hash text, p_tokens integer, p_space integer, p_embedding vector, p_class text default null)
  returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_generic_plan as $$
declare
  m palimpsest.memory;
  f record;
  classes constant text[] := array['public', 'internal', 'pii', 'secret'];
  new_class text;
  new_guard smallint;
  indexed boolean;
  fits boolean;
  analysed boolean;
  new_text text;
  words integer;
begin
  select * into strict m from palimpsest.memory
  where tenant_id = palimpsest.tenant() and id = p_id and palimpsest.reachable(visibility, owner_id, audience)
  for no key update;
  select * into strict f from palimpsest.fold(p_id, null, null, null);
  indexed := not f.retracted;
  fits := p_hash is not null and p_text is not null
    and case when f.text is null then p_attributes is not distinct from f.attributes else p_text = f.text end;
  -- While a memory is retracted it keeps the digest of what was retracted, by which that is refused when it comes again.
  analysed := indexed and fits;
  new_class := case when analysed and array_position(classes, p_class) > array_position(classes, m.boundary_class)
    then p_class else m.boundary_class end;
  new_guard := palimpsest.posting_guard(m.channel, new_class, f.quarantined, f.blocked_channels, m.expires_at);
  new_text := case when f.text is not null then f.text when fits then p_text else m.text end;
  words := m.word_count;

  if indexed and not analysed
     and (m.retracted or new_text <> m.text or (f.text is null and f.attributes <> m.attributes)) then
    raise exception 'the memory changed meanwhile' using errcode = 'PA003';
  end if;

  if new_text <> m.text or f.retracted <> m.retracted then
    delete from palimpsest.memory_term where tenant_id = m.tenant_id and reading_position = m.reading_position;
    delete from palimpsest.memory_vector where tenant_id = m.tenant_id and memory_id = m.id;
    words := 0;
    if indexed then
      select coalesce(sum(l.tf), 0) into words from palimpsest.lexemes(p_search) l;
      insert into palimpsest.memory_term
        (tenant_id, term, reading_position, tf, len, guard, reader_key, asked, run)
      select m.tenant_id, l.term, m.reading_position, l.tf, words, new_guard,
        palimpsest.reader_key(m.kind, m.visibility, m.owner_id), l.asked, m.cues >> 16
      from palimpsest.indexed_words(p_search, p_asked) l
      on conflict (tenant_id, term, reading_position) do nothing;
      if p_embedding is null then
        perform palimpsest.fill_later(p_space);
      else
        insert into palimpsest.memory_vector (tenant_id, space_id, memory_id, kind, reader_key, embedding)
        values (m.tenant_id, p_space, m.id, m.kind, palimpsest.reader_key(m.kind, m.visibility, m.owner_id), p_embedding);
      end if;
    end if;
    insert into palimpsest.lexicon_stat as s (tenant_id, shard, memories, words)
    values (m.tenant_id, palimpsest.own_shard(), indexed::integer - (not m.retracted)::integer,
            words - case when m.retracted then 0 else m.word_count end)
    on conflict (tenant_id, shard) do update
    set memories = s.memories + excluded.memories, words = s.words + excluded.words;
  elsif new_guard <>
        palimpsest.posting_guard(m.channel, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at) then
    update palimpsest.memory_term set guard = new_guard
    where tenant_id = m.tenant_id and reading_position = m.reading_position;
  end if;

  update palimpsest.memory set
    text = new_text, attributes = f.attributes, importance = f.importance, retracted = f.retracted,
    quarantined = f.quarantined, amended = f.amended, edited_by = f.edited_by, blocked_channels = f.blocked_channels,
    edit_count = f.edit_count, boundary_class = new_class,
    content_hash = case when analysed then p_hash else m.content_hash end,
    words_hash = case when analysed then p_words_hash else m.words_hash end,
    token_count = case when analysed then p_tokens else m.token_count end,
    word_count = words,
    cues = case when analysed then (m.cues & ~30) | (p_spoken & 30) else m.cues end
  where tenant_id = m.tenant_id and id = m.id;
end $$;

create or replace function palimpsest.refold_many(p_ids text[])
  returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan as $$
declare
  unanalysed boolean;
begin
  -- A statement of its own: the fold must see the edits of whoever held the rows before.
  perform 1 from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
    and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
  order by m.id for no key update;
  with folded as materialized (
    select m.tenant_id, m.id, m.reading_position, m.word_count, m.retracted as was_retracted,
      case when f.text is null then f.attributes <> m.attributes else f.text <> m.text end as changed, f.*,
      palimpsest.posting_guard(m.channel, m.boundary_class, f.quarantined, f.blocked_channels, m.expires_at) as guard,
      palimpsest.posting_guard(m.channel, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at) as was_guard
    from palimpsest.memory m cross join lateral palimpsest.fold(m.id, null, null, null) f
    where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
      and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
  ), gone as materialized (
    select * from folded where retracted and not was_retracted
  ), words_gone as (
    delete from palimpsest.memory_term t using gone
    where t.tenant_id = gone.tenant_id and t.reading_position = gone.reading_position
  ), vectors_gone as (
    delete from palimpsest.memory_vector v using gone where v.tenant_id = gone.tenant_id and v.memory_id = gone.id
  ), counted as (
    insert into palimpsest.lexicon_stat as s (tenant_id, shard, memories, words)
    select tenant_id, palimpsest.own_shard(), -count(*), -sum(word_count) from gone group by tenant_id
    on conflict (tenant_id, shard) do update
    set memories = s.memories + excluded.memories, words = s.words + excluded.words
  ), turned as materialized (
    select * from folded where not retracted and guard <> was_guard
  ), words_turned as (
    update palimpsest.memory_term t set guard = turned.guard
    from turned where t.tenant_id = turned.tenant_id and t.reading_position = turned.reading_position
  ), stored as (
    update palimpsest.memory m set
      text = coalesce(f.text, m.text), attributes = f.attributes, importance = f.importance, retracted = f.retracted,
      quarantined = f.quarantined, amended = f.amended, edited_by = f.edited_by, blocked_channels = f.blocked_channels,
      edit_count = f.edit_count, word_count = case when f.retracted then 0 else m.word_count end
    from folded f where m.tenant_id = f.tenant_id and m.id = f.id
  )
  select bool_or(not f.retracted and (f.changed or f.was_retracted)) into unanalysed from folded f;
  if unanalysed then
    raise exception 'the memory changed meanwhile' using errcode = 'PA003';
  end if;
end $$;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
drop function palimpsest.admission_needed(text, text, boolean, text[], timestamptz);
