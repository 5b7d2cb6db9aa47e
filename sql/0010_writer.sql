-- Who wrote a memory is recorded and cannot be chosen. Those who review may undo what they may not read.

-- The writer is the authenticated principal, as type:id. What a memory says about who spoke is `speaker`, which is a
-- claim of the writer. A former source that was not the principal (the name of a tool, an agent that a person reported)
-- is replaced by the principal that owns the memory.
alter table palimpsest.memory rename column source to writer;
alter index palimpsest.memory_source rename to memory_writer;
-- The owner of the tables is held to their policies and triggers like everybody; for this one correction it is not.
alter table palimpsest.memory no force row level security, disable trigger immutable_subject;
alter table palimpsest.principal no force row level security;
update palimpsest.memory m set writer = coalesce(
  (select p.type from palimpsest.principal p where p.tenant_id = m.tenant_id and p.principal_id = m.owner_id),
  case when m.origin = 'human' then 'human' else 'agent' end) || ':' || m.owner_id
where m.writer <> all (array['human:' || m.owner_id, 'agent:' || m.owner_id, 'service:' || m.owner_id]);
alter table palimpsest.memory force row level security, enable trigger immutable_subject;
alter table palimpsest.principal force row level security;

-- The limit for one writer is of ten results and of each section of a context alike, so a policy has one key for it.
-- A policy with a key that is not known would allow nothing.
alter table palimpsest.policy no force row level security, disable trigger append_only;
update palimpsest.policy p set document = jsonb_set(
    p.document #- '{retrieval,context,source_share}' #- '{retrieval,context,source_items}'
      #- '{retrieval,trust,same_source_share}',
    '{retrieval,trust}', coalesce(p.document #> '{retrieval,trust}', '{}') - 'same_source_share'
      || case when p.document #> '{retrieval,trust}' ? 'same_source_share'
              then jsonb_build_object('same_writer_share', p.document #> '{retrieval,trust,same_source_share}')
              else '{}' end)
where p.document #> '{retrieval,trust}' ? 'same_source_share'
   or p.document #> '{retrieval,context}' ?| array['source_share', 'source_items'];
alter table palimpsest.policy force row level security, enable trigger append_only;

-- May the caller undo a memory of this visibility? Those who review may do so without reading it: they may retract,
-- quarantine, block and restore what others keep private. No read of a text asks this function.
create function palimpsest.reachable(p_visibility text, p_owner text, p_audience text[]) returns boolean
  language sql stable parallel safe
  return palimpsest.visible(p_visibility, p_owner, p_audience) or palimpsest.role() in ('reviewer', 'admin');

drop policy own_writes on palimpsest.memory;
create policy own_writes on palimpsest.memory for insert to palimpsest_app
  with check (tenant_id = palimpsest.tenant() and owner_id = palimpsest.principal()
              and writer = palimpsest.principal_type() || ':' || palimpsest.principal()
              and not retracted and not amended and edit_count = 0);

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Is there such a memory that the caller may undo? The caller's own policies would hide those that it may not read.
create function palimpsest.memory_reachable(p_id text) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select exists (
    select 1 from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.id = p_id
      and palimpsest.reachable(m.visibility, m.owner_id, m.audience));
end;
grant execute on function palimpsest.memory_reachable(text) to palimpsest_app;

-- Locks memories that the caller may undo, in one order.
create or replace function palimpsest.lock_memories(p_ids text[]) returns table (id text, edit_count integer, retracted boolean)
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id, m.edit_count, m.retracted from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
    and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
  order by m.id for no key update;
end;

-- Writes the fold of a memory that the caller may undo into its row, its postings and its vector.
create or replace function palimpsest.refold(p_id text, p_text text, p_attributes jsonb, p_search text, p_hash text,
                                  p_tokens integer, p_space integer, p_embedding vector) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  m palimpsest.memory;
  f record;
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
  guarded := palimpsest.admission_needed(m.visibility, m.boundary_class, f.quarantined, f.blocked_channels, m.expires_at);
  indexed := not f.retracted;
  fits := p_hash is not null and p_text is not null
    and case when f.text is null then p_attributes is not distinct from f.attributes else p_text = f.text end;
  -- While a memory is retracted it keeps the digest of what was retracted, by which that is refused when it comes again.
  analysed := indexed and fits;
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
        (tenant_id, term, reading_position, tf, len, admission_needed, visibility_limited)
      select m.tenant_id, l.term, m.reading_position, l.tf, words, guarded, m.visibility <> 'tenant'
      from palimpsest.lexemes(p_search) l
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
  elsif guarded is distinct from
        palimpsest.admission_needed(m.visibility, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at) then
    update palimpsest.memory_term set admission_needed = guarded
    where tenant_id = m.tenant_id and reading_position = m.reading_position;
    update palimpsest.memory_vector set admission_needed = guarded where tenant_id = m.tenant_id and memory_id = m.id;
  end if;

  update palimpsest.memory set
    text = new_text, attributes = f.attributes, importance = f.importance, retracted = f.retracted,
    quarantined = f.quarantined, amended = f.amended, blocked_channels = f.blocked_channels, edit_count = f.edit_count,
    content_hash = case when analysed then p_hash else m.content_hash end,
    token_count = case when analysed then p_tokens else m.token_count end,
    word_count = words
  where tenant_id = m.tenant_id and id = m.id;
end $$;

-- The same for many memories at once whose texts nobody analysed.
create or replace function palimpsest.refold_many(p_ids text[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
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
      palimpsest.admission_needed(m.visibility, m.boundary_class, f.quarantined, f.blocked_channels, m.expires_at) as guarded,
      palimpsest.admission_needed(m.visibility, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at) as was_guarded
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
    select * from folded where not retracted and guarded <> was_guarded
  ), words_turned as (
    update palimpsest.memory_term t set admission_needed = turned.guarded
    from turned where t.tenant_id = turned.tenant_id and t.reading_position = turned.reading_position
  ), vectors_turned as (
    update palimpsest.memory_vector v set admission_needed = turned.guarded
    from turned where v.tenant_id = turned.tenant_id and v.memory_id = turned.id
  ), stored as (
    update palimpsest.memory m set
      text = coalesce(f.text, m.text), attributes = f.attributes, importance = f.importance, retracted = f.retracted,
      quarantined = f.quarantined, amended = f.amended, blocked_channels = f.blocked_channels,
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

-- An edit may be read by those who may read its memory, and by whoever proposed it.
drop policy of_visible_memory on palimpsest.memory_edit;
create policy of_visible_memory_or_own on palimpsest.memory_edit for select to palimpsest_app
  using (tenant_id = palimpsest.tenant() and (proposer_id = palimpsest.principal() or exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id offset 0)));
create policy of_reachable_memory on palimpsest.memory_edit for insert to palimpsest_app
  with check (tenant_id = palimpsest.tenant() and proposer_id = palimpsest.principal()
    and proposer_type = palimpsest.principal_type() and (
      exists (select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id)
      or (op in ('retract', 'quarantine', 'block', 'restore') and palimpsest.memory_reachable(memory_id))));

drop policy of_visible_memory on palimpsest.memory_edit_event;
create policy of_visible_memory_or_own on palimpsest.memory_edit_event for select to palimpsest_app
  using (tenant_id = palimpsest.tenant() and (actor_id = palimpsest.principal() or exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id offset 0)));
create policy of_reachable_memory on palimpsest.memory_edit_event for insert to palimpsest_app
  with check (tenant_id = palimpsest.tenant() and actor_id = palimpsest.principal()
    and actor_type = palimpsest.principal_type() and (
      exists (select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id)
      or palimpsest.memory_reachable(memory_id)));
