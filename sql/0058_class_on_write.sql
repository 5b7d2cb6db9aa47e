-- A memory rises to the class of what is found in its words.
grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- As before; with new words comes the class of what was found in them, and the memory rises to it. Nothing lowers it.
drop function palimpsest.refold(text, text, jsonb, text, text, integer, text, text, integer, integer, vector);
create function palimpsest.refold(p_id text, p_text text, p_attributes jsonb, p_search text, p_asked text, p_spoken integer,
                                  p_hash text, p_words_hash text, p_tokens integer, p_space integer, p_embedding vector,
                                  p_class text default null)
  returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_generic_plan as $$
declare
  m palimpsest.memory;
  f record;
  classes constant text[] := array['public', 'internal', 'pii', 'secret'];
  new_class text;
  new_guard smallint;
  guarded boolean;
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
  guarded := palimpsest.admission_needed(m.visibility, new_class, f.quarantined, f.blocked_channels, m.expires_at);
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
        insert into palimpsest.memory_vector (tenant_id, space_id, memory_id, admission_needed, embedding)
        values (m.tenant_id, p_space, m.id, guarded, p_embedding);
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
    update palimpsest.memory_vector set admission_needed = guarded
    where tenant_id = m.tenant_id and memory_id = m.id and admission_needed <> guarded;
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
grant execute on function palimpsest.refold(text, text, jsonb, text, text, integer, text, text, integer, integer, vector, text)
  to palimpsest_app;

-- As before, but an event whose own words are of a higher class than the passages keeps it.
create or replace function palimpsest.finish_extraction(p_artifact text, p_events text[], p_run jsonb, p_rejected jsonb) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  classes constant text[] := array['public', 'internal', 'pii', 'secret'];
  revision record;
  place record;
  ids text[];
  turned text[];
begin
  select a.is_latest, a.chunk_ids, a.memory_id into revision from palimpsest.artifact a
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = p_artifact and a.owner_id = palimpsest.principal()
    and palimpsest.artifact_open(a.head_id)
  for update;
  if not found then
    return false;
  end if;
  update palimpsest.artifact a set extraction = p_run, rejected = p_rejected
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = p_artifact;
  select m.boundary_class, m.expires_at into place from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = revision.memory_id;
  ids := array(select palimpsest.events_on(revision.chunk_ids));
  with wanted as (
    select e.id, case when e.id <> all (p_events) then 'replaced' when revision.is_latest then 'active'
        else 'superseded' end as status,
      classes[greatest(array_position(classes, m.boundary_class), array_position(classes, place.boundary_class))] as class
    from unnest(ids) as e(id) join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = e.id
  ), changed as (
    update palimpsest.memory m
    set status = w.status, boundary_class = w.class, expires_at = place.expires_at
    from wanted w
    where m.tenant_id = palimpsest.tenant() and m.id = w.id
      and (m.status, m.boundary_class, m.expires_at) is distinct from (w.status, w.class, place.expires_at)
    returning m.id, m.status
  ), logged as (
    insert into palimpsest.memory_state (tenant_id, memory_id, status, actor_id)
    select palimpsest.tenant(), c.id, c.status, palimpsest.principal() from changed c order by c.id
  )
  select array_agg(c.id) into turned from changed c;
  perform palimpsest.guard_passages(turned);
  return true;
end $$;

-- As before, with the class: not every text is sent to every embedder.
drop function palimpsest.missing_vectors(integer, text, integer);
create function palimpsest.missing_vectors(p_space integer, p_after text, p_limit integer)
  returns table (id text, kind text, speaker text, text text, attributes jsonb, content_hash text, boundary_class text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id, m.kind, m.speaker, m.text, m.attributes, m.content_hash, m.boundary_class
  from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id > p_after and not m.retracted
    and not exists (select 1 from palimpsest.memory_vector v
                    where v.tenant_id = m.tenant_id and v.space_id = p_space and v.memory_id = m.id)
  order by m.id limit p_limit;
end;
grant execute on function palimpsest.missing_vectors(integer, text, integer) to palimpsest_worker;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
