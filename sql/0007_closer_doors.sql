-- Counters that writers do not queue behind, and doors that stood wider open than what they lead to.

-- Only the sum of a tenant's counters is ever read, so a session counts in a row of its own: no transaction holds two
-- of them, and a long one holds up nobody. A row may fall below zero.
create function palimpsest.own_shard() returns smallint
  language sql stable parallel safe
  return (pg_backend_pid() & 15)::smallint;

create or replace function palimpsest.refold(p_id text, p_text text, p_search text, p_hash text, p_tokens integer,
                                             p_space integer, p_embedding vector) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  m palimpsest.memory;
  f record;
  guard boolean;
  indexed boolean;
  analysed boolean;
  words integer;
begin
  select * into strict m from palimpsest.memory
  where tenant_id = palimpsest.tenant() and id = p_id and palimpsest.visible(visibility, owner_id, audience)
  for no key update;
  select * into strict f from palimpsest.fold(p_id, null, null, null);
  guard := palimpsest.admission_needed(m.visibility, m.boundary_class, f.quarantined, f.blocked_channels, m.expires_at);
  indexed := not f.retracted;
  -- While it is retracted the digest stays that of what was retracted: it is the tombstone's.
  analysed := indexed and p_hash is not null and p_text is not distinct from f.text;
  words := m.word_count;

  if indexed and (f.text <> m.text or m.retracted) and not analysed then
    raise exception 'the text changed under way' using errcode = 'PA003';
  end if;

  if f.text <> m.text or f.retracted <> m.retracted then
    delete from palimpsest.memory_term where tenant_id = m.tenant_id and reading_position = m.reading_position;
    delete from palimpsest.memory_vector where tenant_id = m.tenant_id and memory_id = m.id;
    words := 0;
    if indexed then
      select coalesce(sum(l.tf), 0) into words from palimpsest.lexemes(p_search) l;
      insert into palimpsest.memory_term (tenant_id, term, reading_position, tf, len, admission_needed, visibility_limited)
      select m.tenant_id, l.term, m.reading_position, l.tf, words, guard, m.visibility <> 'tenant' from palimpsest.lexemes(p_search) l
      on conflict (tenant_id, term, reading_position) do nothing;
      if p_embedding is null then
        perform palimpsest.fill_later(p_space);
      else
        insert into palimpsest.memory_vector (tenant_id, space_id, memory_id, admission_needed, embedding)
        values (m.tenant_id, p_space, m.id, guard, p_embedding);
      end if;
    end if;
    insert into palimpsest.lexicon_stat as s (tenant_id, shard, memories, words)
    values (m.tenant_id, palimpsest.own_shard(), indexed::integer - (not m.retracted)::integer,
            words - case when m.retracted then 0 else m.word_count end)
    on conflict (tenant_id, shard) do update
    set memories = s.memories + excluded.memories, words = s.words + excluded.words;
  elsif guard is distinct from
        palimpsest.admission_needed(m.visibility, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at) then
    update palimpsest.memory_term set admission_needed = guard where tenant_id = m.tenant_id and reading_position = m.reading_position;
    update palimpsest.memory_vector set admission_needed = guard where tenant_id = m.tenant_id and memory_id = m.id;
  end if;

  update palimpsest.memory set
    text = f.text, importance = f.importance, retracted = f.retracted, quarantined = f.quarantined,
    amended = f.amended, blocked_channels = f.blocked_channels, edit_count = f.edit_count,
    content_hash = case when analysed then p_hash else m.content_hash end,
    token_count = case when analysed then p_tokens else m.token_count end,
    word_count = words
  where tenant_id = m.tenant_id and id = m.id;
end $$;

create or replace function palimpsest.refold_many(p_ids text[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  unanalysed boolean;
begin
  -- A statement of its own: what folds must see the edits of whoever held the rows before.
  perform 1 from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
    and palimpsest.visible(m.visibility, m.owner_id, m.audience)
  order by m.id for no key update;
  with folded as materialized (
    select m.tenant_id, m.id, m.reading_position, m.word_count, m.retracted as was_retracted, f.text <> m.text as other_text, f.*,
      palimpsest.admission_needed(m.visibility, m.boundary_class, f.quarantined, f.blocked_channels, m.expires_at) as guard,
      palimpsest.admission_needed(m.visibility, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at) as was_guarded
    from palimpsest.memory m cross join lateral palimpsest.fold(m.id, null, null, null) f
    where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
      and palimpsest.visible(m.visibility, m.owner_id, m.audience)
  ), gone as materialized (
    select * from folded where retracted and not was_retracted
  ), words_gone as (
    delete from palimpsest.memory_term t using gone where t.tenant_id = gone.tenant_id and t.reading_position = gone.reading_position
  ), vectors_gone as (
    delete from palimpsest.memory_vector v using gone where v.tenant_id = gone.tenant_id and v.memory_id = gone.id
  ), counted as (
    insert into palimpsest.lexicon_stat as s (tenant_id, shard, memories, words)
    select tenant_id, palimpsest.own_shard(), -count(*), -sum(word_count) from gone group by tenant_id
    on conflict (tenant_id, shard) do update
    set memories = s.memories + excluded.memories, words = s.words + excluded.words
  ), turned as materialized (
    select * from folded where not retracted and guard <> was_guarded
  ), words_turned as (
    update palimpsest.memory_term t set admission_needed = turned.guard
    from turned where t.tenant_id = turned.tenant_id and t.reading_position = turned.reading_position
  ), vectors_turned as (
    update palimpsest.memory_vector v set admission_needed = turned.guard
    from turned where v.tenant_id = turned.tenant_id and v.memory_id = turned.id
  ), stored as (
    update palimpsest.memory m set
      text = f.text, importance = f.importance, retracted = f.retracted, quarantined = f.quarantined,
      amended = f.amended, blocked_channels = f.blocked_channels, edit_count = f.edit_count,
      word_count = case when f.retracted then 0 else m.word_count end
    from folded f where m.tenant_id = f.tenant_id and m.id = f.id
  )
  select bool_or(not f.retracted and (f.other_text or f.was_retracted)) into unanalysed from folded f;
  if unanalysed then
    raise exception 'the text changed under way' using errcode = 'PA003';
  end if;
end $$;
drop function palimpsest.shard_of(text);

-- A capsule's memory is open to its audience as long as the capsule is, and all those it was forwarded from. The
-- memory is written before the capsule, hence not "is true".
alter policy visible_rows on palimpsest.memory
  using (tenant_id = palimpsest.tenant() and palimpsest.visible(visibility, owner_id, audience)
         and (kind <> 'capsule' or owner_id = palimpsest.principal() or palimpsest.chain_open(id) is not false));
create or replace function palimpsest.states(p_ids text[], p_at timestamptz default null, p_op text default null,
                                             p_patch jsonb default null)
  returns table (id text, text text, importance real, retracted boolean, quarantined boolean, amended boolean,
                 blocked_channels text[], edit_count integer, status text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id, case when f.retracted then null else f.text end, f.importance, f.retracted, f.quarantined, f.amended,
    f.blocked_channels, f.edit_count,
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

-- Was this value retracted in this place before, by a memory that the caller may see? One that was another's own tells
-- nobody else that it was there.
create or replace function palimpsest.tombstone(p_hash text, p_scope text, p_subject_type text, p_subject_id text,
                                                p_project_id text) returns table (memory_id text, visible boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id, true
  from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.retracted
    and (m.content_hash = p_hash or m.original_hash = p_hash)
    and m.scope is not distinct from p_scope and m.subject_type is not distinct from p_subject_type
    and m.subject_id is not distinct from p_subject_id and m.project_id is not distinct from p_project_id
    and palimpsest.visible(m.visibility, m.owner_id, m.audience)
  limit 1;
end;

-- When the last edit was applied by a moment to a memory that the caller may see, in microseconds: a number of the
-- log's own would tell how many edits all other tenants make.
create or replace function palimpsest.last_edit_at(p_at timestamptz) returns bigint
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select (extract(epoch from v.at) * 1000000)::bigint from palimpsest.memory_edit_event v
  join palimpsest.memory m on m.tenant_id = v.tenant_id and m.id = v.memory_id
  where v.tenant_id = palimpsest.tenant() and v.at <= p_at
    and palimpsest.visible(m.visibility, m.owner_id, m.audience)
  order by v.at desc limit 1;
end;

-- The offset keeps the look at a memory an index probe: without it the planner may gather all memories of all tenants
-- to show a page of edits. Who decides is written down as what they are.
alter policy of_visible_memory on palimpsest.memory_edit
  using (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id offset 0));
alter policy of_visible_memory on palimpsest.memory_edit_event
  using (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id offset 0))
  with check (tenant_id = palimpsest.tenant() and actor_id = palimpsest.principal()
    and actor_type = current_setting('palimpsest.principal_type', true) and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id));

-- Spaces change by advance_space and stop_space alone. Nobody's temporary table stands in for a name in a definer's
-- function.
revoke execute on function palimpsest.set_space_state(integer, text) from palimpsest_app;
do $$
declare f record;
begin
  for f in
    select p.oid::regprocedure as name, substr(c.setting, length('search_path=') + 1) as path
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace cross join lateral unnest(p.proconfig) as c(setting)
    where n.nspname = 'palimpsest' and p.prosecdef and c.setting like 'search_path=%' and c.setting not like '%pg_temp'
  loop
    execute format('alter function %s set search_path = %s, pg_temp', f.name, f.path);
  end loop;
end $$;
