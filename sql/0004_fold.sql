-- The fold of a memory's original and its edits, and the projections that are written from it. Applying an edit,
-- previewing one and reading the past all go through fold().

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- The effective state of a memory: its original and the approved edits up to p_at, in the order in which they were
-- applied, followed by one that is only simulated (p_op, p_patch). A restore cancels the earlier edits that it names:
-- all of them, those of one op, of one channel, or a single one. The text is null for kinds that compose it from their
-- attributes. Only functions of the definer call this.
create function palimpsest.fold(p_id text, p_at timestamptz, p_op text, p_patch jsonb)
  returns table (text text, attributes jsonb, importance real, retracted boolean, quarantined boolean, amended boolean,
                 blocked_channels text[], edit_count integer)
  language sql stable rows 1 security definer set search_path = pg_catalog, pg_temp
begin atomic
  with edit as (
    select v.edit_id, v.seq, e.op, e.patch
    from palimpsest.memory_edit_event v
    join palimpsest.memory_edit e on e.tenant_id = v.tenant_id and e.edit_id = v.edit_id
    where v.tenant_id = palimpsest.tenant() and v.memory_id = p_id and v.status = 'approved'
      and (p_at is null or v.at <= p_at)
    union all
    select '', 9223372036854775807, p_op, p_patch where p_op is not null
  ), live as (
    select e.* from edit e
    where e.op <> 'restore' and not exists (
      select 1 from edit r
      where r.op = 'restore' and r.seq > e.seq
        and (r.patch->>'op' is null or r.patch->>'op' = e.op)
        and (r.patch->>'channel' is null or r.patch->>'channel' = e.patch->>'channel')
        and (r.patch->>'edit_id' is null or r.patch->>'edit_id' = e.edit_id))
  ), has as (
    -- Most memories have few edits of one sort. Not computing what is not there saved 13% of the time.
    select coalesce(bool_or(op = 'retract'), false) as retract, coalesce(bool_or(op = 'quarantine'), false) as quarantine,
      coalesce(bool_or(op = 'block'), false) as block, coalesce(bool_or(patch ? 'text'), false) as text,
      coalesce(bool_or(patch ? 'attributes'), false) as attributes,
      coalesce(bool_or(patch ?| array['importance', 'importance_delta']), false) as importance
    from live
  )
  select
    case when o.text is null then null
         when has.text then (select patch->>'text' from live where patch ? 'text' order by seq desc limit 1)
         else o.text end,
    case when has.attributes then (
           select (o.attributes - array_agg(last.key))
             || coalesce(jsonb_object_agg(last.key, last.value) filter (where last.value <> 'null'::jsonb), '{}'::jsonb)
           from (select distinct on (a.key) a.key, a.value
                 from live cross join lateral jsonb_each(live.patch->'attributes') a
                 order by a.key, live.seq desc) last)
         else o.attributes end,
    -- The last absolute value, and the changes after it.
    case when has.importance then (
           select least(1, greatest(0,
             coalesce((select (patch->>'importance')::float8 from live where live.seq = a.seq), o.importance)
             + coalesce((select sum((patch->>'importance_delta')::float8) from live where live.seq > a.seq), 0)))::real
           from (select coalesce(max(seq), 0) as seq from live where patch ? 'importance') a)
         else o.importance end,
    has.retract, has.quarantine, has.text or has.attributes,
    case when has.block then array(select distinct patch->>'channel' from live where op = 'block' order by 1) else '{}' end,
    (select count(*)::integer from edit where seq < 9223372036854775807)
  from palimpsest.memory_original o, has
  where o.tenant_id = palimpsest.tenant() and o.memory_id = p_id;
end;

-- The state of memories that the caller may see, now, at a moment, or with a simulated edit. What a retracted memory
-- said stays hidden.
create function palimpsest.states(p_ids text[], p_at timestamptz default null, p_op text default null,
                                  p_patch jsonb default null)
  returns table (id text, text text, attributes jsonb, importance real, retracted boolean, quarantined boolean,
                 amended boolean, blocked_channels text[], edit_count integer, status text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id, case when not f.retracted then f.text end, case when not f.retracted then f.attributes end, f.importance,
    f.retracted, f.quarantined, f.amended, f.blocked_channels, f.edit_count,
    case when p_at is null then m.status else coalesce((
      select s.status from palimpsest.memory_state s
      where s.tenant_id = m.tenant_id and s.memory_id = m.id and s.at <= p_at
      order by s.seq desc limit 1), m.status) end
  from palimpsest.memory m, palimpsest.fold(m.id, p_at, p_op, p_patch) f
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
    and palimpsest.visible(m.visibility, m.owner_id, m.audience)
    and (m.kind <> 'capsule' or m.owner_id = palimpsest.principal() or palimpsest.chain_open(m.id) is not false)
    and (p_at is null or m.recorded_at <= p_at);
end;
grant execute on function palimpsest.states(text[], timestamptz, text, jsonb) to palimpsest_app;

-- Locks memories that the caller may see, in one order. So the edits of a memory are applied one after the other, and
-- their times agree with that order.
create function palimpsest.lock_memories(p_ids text[]) returns table (id text, edit_count integer, retracted boolean)
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id, m.edit_count, m.retracted from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
    and palimpsest.visible(m.visibility, m.owner_id, m.audience)
  order by m.id for no key update;
end;
grant execute on function palimpsest.lock_memories(text[]) to palimpsest_app;

-- Writes the fold of a memory into its row, its postings and its vector, in the transaction of the edit. The caller
-- brings what only it can compute for the new text. PA003 if that was computed for another text (or, where the text is
-- composed, for other attributes) than the fold gives now: somebody else edited the memory, and the caller tries again.
create function palimpsest.refold(p_id text, p_text text, p_attributes jsonb, p_search text, p_hash text,
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
  where tenant_id = palimpsest.tenant() and id = p_id and palimpsest.visible(visibility, owner_id, audience)
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
grant execute on function palimpsest.refold(text, text, jsonb, text, text, integer, integer, vector) to palimpsest_app;

-- The same for many memories at once whose texts nobody analysed: PA003 if the text of one changes or comes back.
create function palimpsest.refold_many(p_ids text[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  unanalysed boolean;
begin
  -- A statement of its own: the fold must see the edits of whoever held the rows before.
  perform 1 from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
    and palimpsest.visible(m.visibility, m.owner_id, m.audience)
  order by m.id for no key update;
  with folded as materialized (
    select m.tenant_id, m.id, m.reading_position, m.word_count, m.retracted as was_retracted,
      case when f.text is null then f.attributes <> m.attributes else f.text <> m.text end as changed, f.*,
      palimpsest.admission_needed(m.visibility, m.boundary_class, f.quarantined, f.blocked_channels, m.expires_at) as guarded,
      palimpsest.admission_needed(m.visibility, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at) as was_guarded
    from palimpsest.memory m cross join lateral palimpsest.fold(m.id, null, null, null) f
    where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
      and palimpsest.visible(m.visibility, m.owner_id, m.audience)
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
grant execute on function palimpsest.refold_many(text[]) to palimpsest_app;

-- What was first written, for the roles that may see it. The caller audits.
create function palimpsest.original(p_id text) returns table (text text, attributes jsonb, importance real)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select o.text, o.attributes, o.importance
  from palimpsest.memory_original o
  join palimpsest.memory m on m.tenant_id = o.tenant_id and m.id = o.memory_id
  where o.tenant_id = palimpsest.tenant() and o.memory_id = p_id
    and palimpsest.role() in ('reviewer', 'admin')
    and palimpsest.visible(m.visibility, m.owner_id, m.audience);
end;
grant execute on function palimpsest.original(text) to palimpsest_app;

-- The memory by which this value was retracted in this place, if the caller may see it. Others must not learn from this
-- that somebody's private memory existed.
create function palimpsest.tombstone(p_hash text, p_scope text, p_subject_type text, p_subject_id text,
                                     p_project_id text) returns table (memory_id text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.retracted
    and (m.content_hash = p_hash or m.original_hash = p_hash)
    and m.scope is not distinct from p_scope and m.subject_type is not distinct from p_subject_type
    and m.subject_id is not distinct from p_subject_id and m.project_id is not distinct from p_project_id
    and palimpsest.visible(m.visibility, m.owner_id, m.audience)
  limit 1;
end;
grant execute on function palimpsest.tombstone(text, text, text, text, text) to palimpsest_app;

-- Moves a memory to another state. The caller writes the log of states in the same transaction.
create function palimpsest.set_status(p_id text, p_status text) returns boolean
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with changed as (
    update palimpsest.memory m set status = p_status
    where m.tenant_id = palimpsest.tenant() and m.id = p_id
      and palimpsest.visible(m.visibility, m.owner_id, m.audience)
    returning 1)
  select exists (select 1 from changed);
end;
grant execute on function palimpsest.set_status(text, text) to palimpsest_app;

-- When the last edit by a moment was applied to a memory that the caller may see. A time and not the log's own number,
-- which would tell how many edits all other tenants make. A function of the definer, because with the log's policy the
-- planner would read all memories of the tenant before the first row of the log.
create function palimpsest.last_edit_at(p_at timestamptz) returns timestamptz
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select v.at from palimpsest.memory_edit_event v
  join palimpsest.memory m on m.tenant_id = v.tenant_id and m.id = v.memory_id
  where v.tenant_id = palimpsest.tenant() and v.at <= p_at
    and palimpsest.visible(m.visibility, m.owner_id, m.audience)
  order by v.at desc limit 1;
end;
grant execute on function palimpsest.last_edit_at(timestamptz) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;

-- The memories that were edited after a moment, as far as the caller may see them: those that a read of the past must
-- fold anew. It runs with the caller's rights, so the planner inlines it.
create function palimpsest.edited_since(p_at timestamptz) returns setof text
  language sql stable
begin atomic
  select distinct v.memory_id from palimpsest.memory_edit_event v
  where v.tenant_id = palimpsest.tenant() and v.at > p_at and v.status = 'approved';
end;
