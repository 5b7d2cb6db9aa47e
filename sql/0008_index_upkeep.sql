-- What workers do for the search index: filling embedding spaces and rebuilding the lexical index. The functions that
-- give out texts of all readers, or that change what searches read, are granted to the worker alone.

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- How many memories of the transaction's tenant have a vector in each space, and how many have none.
create function palimpsest.space_counts() returns table (space_id integer, vectors bigint, missing bigint)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with held as (
    select v.space_id, count(*) as vectors from palimpsest.memory_vector v
    where v.tenant_id = palimpsest.tenant() group by v.space_id
  ), memories as (
    select count(*) as n from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and not m.retracted
  )
  select s.space_id, coalesce(h.vectors, 0), greatest(0, memories.n - coalesce(h.vectors, 0))
  from palimpsest.embedding_space s left join held h on h.space_id = s.space_id, memories;
end;
grant execute on function palimpsest.space_counts() to palimpsest_app, palimpsest_worker;

-- A page of memories without a vector in a space, after an id.
create function palimpsest.missing_vectors(p_space integer, p_after text, p_limit integer)
  returns table (id text, speaker text, text text, content_hash text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id, m.speaker, m.text, m.content_hash
  from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id > p_after and not m.retracted
    and not exists (select 1 from palimpsest.memory_vector v
                    where v.tenant_id = m.tenant_id and v.space_id = p_space and v.memory_id = m.id)
  order by m.id limit p_limit;
end;
grant execute on function palimpsest.missing_vectors(integer, text, integer) to palimpsest_worker;

-- Stores vectors of texts that have not changed since they were embedded, and gives their number.
create function palimpsest.fill_vectors(p_space integer, p_ids text[], p_hashes text[], p_embeddings text[])
  returns integer
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  with same as (
    select m.tenant_id, m.id, given.embedding,
      palimpsest.admission_needed(m.visibility, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at)
        as admission_needed
    from palimpsest.memory m
    join unnest(p_ids, p_hashes, p_embeddings) as given(id, hash, embedding)
      on m.id = given.id and m.content_hash = given.hash
    where m.tenant_id = palimpsest.tenant() and not m.retracted
    for share of m
  ), stored as (
    insert into palimpsest.memory_vector (tenant_id, space_id, memory_id, admission_needed, embedding)
    select same.tenant_id, p_space, same.id, same.admission_needed, same.embedding::vector from same
    on conflict do nothing
    returning 1)
  select count(*)::integer from stored;
end;
grant execute on function palimpsest.fill_vectors(integer, text[], text[], text[]) to palimpsest_worker;

-- How far the filling of a space is, over all tenants: the last job of each tenant counts.
create function palimpsest.space_progress(p_space integer)
  returns table (open_jobs bigint, failed_jobs bigint, done bigint, total bigint)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with last as (
    select distinct on (j.tenant_id) j.status, j.progress from palimpsest.job j
    where j.kind = 'embedding_fill' and j.payload->>'key' = 'space ' || p_space
    order by j.tenant_id, j.created_at desc
  )
  select count(*) filter (where l.status in ('PENDING', 'PROCESSING')), count(*) filter (where l.status = 'FAILED'),
    coalesce(sum((l.progress->>'done')::bigint), 0)::bigint, coalesce(sum((l.progress->>'total')::bigint), 0)::bigint
  from last l;
end;
grant execute on function palimpsest.space_progress(integer) to palimpsest_app, palimpsest_worker;

-- Makes one filling job for each tenant that misses vectors in a space; if none does, the space becomes the active one.
-- The tenants are visited one by one, each in its own security context. p_going_on: only go on with what is being
-- filled, and start nothing again that was stopped or has failed.
create function palimpsest.advance_space(p_space integer, p_going_on boolean) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  tenant_before text := current_setting('palimpsest.tenant', true);
  t record;
  lacking bigint;
  any_lacks boolean := false;
  now_state text;
begin
  select s.state into strict now_state from palimpsest.embedding_space s where s.space_id = p_space for update;
  if p_going_on and (now_state <> 'filling' or exists (
    select 1 from palimpsest.space_progress(p_space) p where p.open_jobs > 0 or p.failed_jobs > 0)) then
    return now_state;
  end if;
  for t in select tenant.tenant_id from palimpsest.tenant order by tenant.tenant_id loop
    perform set_config('palimpsest.tenant', t.tenant_id, true);
    select c.missing into lacking from palimpsest.space_counts() c where c.space_id = p_space;
    continue when lacking = 0;
    any_lacks := true;
    insert into palimpsest.job (tenant_id, job_id, kind, payload, progress)
    values (t.tenant_id, palimpsest.new_job_id(), 'embedding_fill',
            jsonb_build_object('key', 'space ' || p_space, 'space', p_space),
            jsonb_build_object('done', 0, 'total', lacking))
    on conflict do nothing;
  end loop;
  perform set_config('palimpsest.tenant', coalesce(tenant_before, ''), true);
  if not any_lacks then
    update palimpsest.embedding_space set state = 'retired' where state = 'active' and space_id <> p_space;
    update palimpsest.embedding_space set state = 'active' where space_id = p_space;
    return 'active';
  end if;
  if now_state = 'active' then
    return 'active';
  end if;
  update palimpsest.embedding_space set state = 'filling' where space_id = p_space;
  return 'filling';
end $$;
grant execute on function palimpsest.advance_space(integer, boolean) to palimpsest_worker;

-- Stops the filling of a space. Jobs that run see it at their next batch.
create function palimpsest.stop_space(p_space integer) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update palimpsest.embedding_space set state = 'stopped' where space_id = p_space and state = 'filling';
  update palimpsest.job j set status = 'STOPPED', updated_at = clock_timestamp()
  where j.kind = 'embedding_fill' and j.payload->>'key' = 'space ' || p_space and j.status = 'PENDING';
  return (select s.state from palimpsest.embedding_space s where s.space_id = p_space);
end $$;
grant execute on function palimpsest.stop_space(integer) to palimpsest_worker;

-- A memory was written while its embedder did not answer: a job in the same transaction will add the vector.
create function palimpsest.fill_later(p_space integer) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into palimpsest.job (tenant_id, job_id, kind, payload)
  values (palimpsest.tenant(), palimpsest.new_job_id(), 'embedding_fill',
          jsonb_build_object('key', 'space ' || p_space, 'space', p_space))
  on conflict do nothing;
end;
grant execute on function palimpsest.fill_later(integer) to palimpsest_app;

-- How many tenants have an index of another version than this server makes.
create function palimpsest.stale_lexical_tenants() returns bigint
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select count(*) from palimpsest.tenant t where t.lexical_version <> (select palimpsest.lexical_version());
end;
grant execute on function palimpsest.stale_lexical_tenants() to palimpsest_app;

-- Says that all memories of the transaction's tenant are indexed with this version.
create function palimpsest.set_lexical_version(p_version text) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  update palimpsest.tenant t set lexical_version = p_version where t.tenant_id = palimpsest.tenant();
end;
grant execute on function palimpsest.set_lexical_version(text) to palimpsest_worker;

-- Makes a job for each other tenant whose index is of another version than this server makes, and gives their number.
create function palimpsest.schedule_stale_rebuilds() returns integer
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with current as materialized (
    select palimpsest.lexical_version() as version
  ), stale as (
    select t.tenant_id, c.version from palimpsest.tenant t, current c
    where t.lexical_version <> c.version and t.tenant_id is distinct from palimpsest.tenant()
  ), made as (
    insert into palimpsest.job (tenant_id, job_id, kind, payload)
    select s.tenant_id, palimpsest.new_job_id(), 'stale_index_rebuild',
      jsonb_build_object('key', 'lexical index', 'version', s.version)
    from stale s
    on conflict do nothing
  )
  select count(*)::integer from stale;
end;
grant execute on function palimpsest.schedule_stale_rebuilds() to palimpsest_worker;

-- A page of the indexed memories of the transaction's tenant, after a position, in reading order.
create function palimpsest.indexed_texts(p_after bigint, p_limit integer)
  returns table (id text, reading_position bigint, text text, speaker text, occurred_at timestamptz, content_hash text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id, m.reading_position, m.text, m.speaker, m.occurred_at, m.content_hash
  from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.reading_position > p_after and not m.retracted
  order by m.reading_position limit p_limit;
end;
grant execute on function palimpsest.indexed_texts(bigint, integer) to palimpsest_worker;

-- Replaces the postings of memories whose texts have not changed since they were read, and gives their number. Edits of
-- these memories wait. Searches see the old postings or the new ones of a memory, never none.
create function palimpsest.replace_postings(p_ids text[], p_hashes text[], p_searches text[]) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  ids text[];
  positions bigint[];
  searches text[];
  words_before bigint;
  words_after bigint;
begin
  -- A statement of its own: the next one must see what whoever held the rows before has written.
  perform 1 from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids) order by m.id for no key update;
  select array_agg(m.id), array_agg(m.reading_position), array_agg(given.search), sum(m.word_count)
  into ids, positions, searches, words_before
  from palimpsest.memory m
  join unnest(p_ids, p_hashes, p_searches) as given(id, hash, search) on m.id = given.id and m.content_hash = given.hash
  where m.tenant_id = palimpsest.tenant() and not m.retracted;
  if ids is null then
    return 0;
  end if;
  delete from palimpsest.memory_term t where t.tenant_id = palimpsest.tenant() and t.reading_position = any (positions);
  with word as materialized (
    select k.id, l.term, l.tf
    from unnest(ids, searches) as k(id, search) cross join lateral palimpsest.lexemes(k.search) l
  ), size as materialized (
    select k.id, coalesce(sum(w.tf), 0)::integer as words
    from unnest(ids) as k(id) left join word w on w.id = k.id group by k.id
  ), stored as (
    insert into palimpsest.memory_term (tenant_id, term, reading_position, tf, len, admission_needed, visibility_limited)
    select m.tenant_id, w.term, m.reading_position, w.tf, s.words,
      palimpsest.admission_needed(m.visibility, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at),
      m.visibility <> 'tenant'
    from word w join size s on s.id = w.id
    join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = w.id
    on conflict (tenant_id, term, reading_position) do nothing
  ), measured as (
    update palimpsest.memory m set word_count = s.words
    from size s where m.tenant_id = palimpsest.tenant() and m.id = s.id and m.word_count <> s.words
  )
  select sum(s.words) into words_after from size s;
  insert into palimpsest.lexicon_stat as s (tenant_id, shard, words)
  values (palimpsest.tenant(), palimpsest.own_shard(), words_after - words_before)
  on conflict (tenant_id, shard) do update set words = s.words + excluded.words;
  return cardinality(ids);
end $$;
grant execute on function palimpsest.replace_postings(text[], text[], text[]) to palimpsest_worker;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
