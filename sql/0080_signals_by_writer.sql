-- Who gave which signal to a memory, so that a rollback takes its writer's signals out of the counters and an undo brings
-- them back. Rows are only added; a rollback marks them.
create table palimpsest.signal_entry (
  tenant_id    text not null,
  entry_id     uuid not null default gen_random_uuid(),
  memory_id    text not null,
  writer       text not null default palimpsest.principal_type() || ':' || palimpsest.principal(),
  at           timestamptz not null default clock_timestamp(),
  -- `rise` is an escalation that came from matches, `escalation` one that was asked for.
  what         text not null check (what in ('confirmation', 'activation', 'success', 'failure', 'neutral', 'false_positive',
    'escalation', 'rise', 'helpful', 'harmful', 'outdated', 'duplicate', 'supersedes', 'contradicts')),
  escalated_to text check (escalated_to in ('block', 'absolute')),
  -- What feedback moved, and how sure the memory was before: what was stored, if anything was, and what was computed.
  utility      real,
  confidence   real,
  stored       real,
  computed     real,
  -- The fact that this one was linked to.
  other_id     text,
  rollback_id  text,
  primary key (tenant_id, memory_id, entry_id),
  foreign key (tenant_id, memory_id) references palimpsest.memory on delete cascade,
  foreign key (tenant_id, other_id) references palimpsest.memory on delete cascade
);
create index signal_entry_other on palimpsest.signal_entry (tenant_id, other_id) where other_id is not null;
create index signal_entry_writer on palimpsest.signal_entry (tenant_id, writer, at) where rollback_id is null;
create index signal_entry_rollback on palimpsest.signal_entry (tenant_id, rollback_id) where rollback_id is not null;
alter table palimpsest.signal_entry enable row level security, force row level security;
create policy own_of_visible_memory on palimpsest.signal_entry for insert to palimpsest_app
  with check (tenant_id = palimpsest.tenant() and writer = palimpsest.principal_type() || ':' || palimpsest.principal()
    and rollback_id is null
    and exists (select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id));
create policy definer_in_tenant on palimpsest.signal_entry to palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant insert on palimpsest.signal_entry to palimpsest_app;
grant select, insert, update (rollback_id) on palimpsest.signal_entry to palimpsest_definer;
create trigger refuse_suspended before insert on palimpsest.signal_entry
  for each statement execute function palimpsest.refuse_suspended();

grant update (confidence, utility, utility_at, confirmations, last_confirmed, activations, last_used_at, false_positives,
  last_false_positive, successes, failures, neutrals) on palimpsest.memory_signal to palimpsest_definer;
grant delete on palimpsest.memory_link to palimpsest_definer;

-- Whoever rates a link that somebody else made takes it over; who made it, and what a rollback took from it.
alter table palimpsest.episode_link add column made_by text, add column made_at timestamptz, add column taken jsonb;
grant update (made_by, made_at) on palimpsest.episode_link to palimpsest_app;
grant update (effectiveness, linked_by, linked_at, taken) on palimpsest.episode_link to palimpsest_definer;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- As before, and who linked them: the facts may both be others'. A link from before there was this log has no entry.
create or replace function palimpsest.link_facts(p_from text, p_to text, p_type text) returns boolean
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with pair as (
    select f.id as from_id, t.id as to_id
    from palimpsest.memory f
    join palimpsest.memory t on t.tenant_id = f.tenant_id and t.id = p_to
    where f.tenant_id = palimpsest.tenant() and f.id = p_from and p_type in ('supersedes', 'contradicts')
      and f.id <> t.id and f.kind = 'fact' and t.kind = 'fact' and not f.retracted and not t.retracted
      and palimpsest.visible(f.visibility, f.owner_id, f.audience)
      and palimpsest.visible(t.visibility, t.owner_id, t.audience)
  ), linked as (
    insert into palimpsest.memory_link (tenant_id, from_id, to_id, type)
    select palimpsest.tenant(), pair.from_id, pair.to_id, p_type from pair on conflict do nothing returning 1
  ), logged as (
    insert into palimpsest.signal_entry (tenant_id, memory_id, other_id, what)
    select palimpsest.tenant(), pair.from_id, pair.to_id, p_type from pair
    where exists (select 1 from linked)
      or exists (select 1 from palimpsest.signal_entry e
                 where e.tenant_id = palimpsest.tenant() and e.memory_id = pair.from_id and e.other_id = pair.to_id
                   and e.what = p_type)
  )
  select exists (select 1 from linked);
end;

-- Computes what use has made of a memory anew, after these entries of it were taken out (-1) or put back (1). What the
-- log does not know, from before there was one or from an older export, stays in the counters.
create function palimpsest.recount_signal(p_memory text, p_entries uuid[], p_sign integer) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  here constant text := palimpsest.tenant();
  half_life constant float8 := 30 * 86400;
  moved record;
  standing record;
  entry record;
  settled timestamptz;
  threshold integer;
  known boolean := false;
  sure real;
  begun real;
begin
  select count(*) filter (where e.what = 'confirmation') as confirmations,
    count(*) filter (where e.what = 'activation') as activations, count(*) filter (where e.what = 'success') as successes,
    count(*) filter (where e.what = 'failure') as failures, count(*) filter (where e.what = 'neutral') as neutrals,
    count(*) filter (where e.what = 'false_positive') as false_positives,
    coalesce(sum(e.utility * power(0.5::float8,
      least(greatest(extract(epoch from clock_timestamp() - e.at)::float8 / half_life, 0), 100))), 0) as utility,
    bool_or(e.confidence is not null) as feedback, min(e.at) as first_at,
    bool_or(e.what in ('activation', 'escalation', 'rise')) as escalates
  into moved from palimpsest.signal_entry e
  where e.tenant_id = here and e.memory_id = p_memory and e.entry_id = any (p_entries);
  select max(e.at) filter (where e.what in ('activation', 'helpful')) as used_at,
    max(e.at) filter (where e.what = 'confirmation') as confirmed_at,
    max(e.at) filter (where e.what = 'false_positive') as wrong_at, bool_or(e.confidence is not null) as feedback
  into standing from palimpsest.signal_entry e
  where e.tenant_id = here and e.memory_id = p_memory and e.rollback_id is null;

  update palimpsest.memory_signal s
  set confirmations = greatest(0, s.confirmations + p_sign * moved.confirmations),
    last_confirmed = coalesce(standing.confirmed_at, case when s.confirmations + p_sign * moved.confirmations > 0
      then least(s.last_confirmed, moved.first_at) end),
    activations = greatest(0, s.activations + p_sign * moved.activations),
    last_used_at = coalesce(standing.used_at, case when s.activations + p_sign * moved.activations > 0
      then least(s.last_used_at, moved.first_at) end),
    false_positives = greatest(0, s.false_positives + p_sign * moved.false_positives),
    last_false_positive = coalesce(standing.wrong_at, case when s.false_positives + p_sign * moved.false_positives > 0
      then least(s.last_false_positive, moved.first_at) end),
    successes = greatest(0, s.successes + p_sign * moved.successes),
    failures = greatest(0, s.failures + p_sign * moved.failures),
    neutrals = greatest(0, s.neutrals + p_sign * moved.neutrals)
  where s.tenant_id = here and s.memory_id = p_memory;

  if moved.feedback then
    for entry in
      select e.* from palimpsest.signal_entry e
      where e.tenant_id = here and e.memory_id = p_memory and e.confidence is not null order by e.at, e.entry_id
    loop
      if not known then
        known := true;
        sure := entry.stored;
        begun := entry.computed;
      end if;
      if entry.rollback_id is null then
        sure := round(least(1, greatest(0, coalesce(sure, begun) + entry.confidence))::numeric, 6)::real;
      end if;
    end loop;
    update palimpsest.memory_signal s
    set confidence = sure, utility_at = clock_timestamp(),
      utility = case when standing.feedback is null and sure is null then 0 else round((
        s.utility * power(0.5::float8, least(greatest(extract(epoch from
          clock_timestamp() - coalesce(s.utility_at, clock_timestamp()))::float8 / half_life, 0), 100))
        + p_sign * moved.utility)::numeric, 6)::float8 end
    where s.tenant_id = here and s.memory_id = p_memory;
  end if;

  if moved.escalates then
    -- An edit of the action settles what use had made of it.
    select coalesce(max(v.at), '-infinity') into settled
    from palimpsest.memory_edit_event v
    join palimpsest.memory_edit d on d.tenant_id = v.tenant_id and d.edit_id = v.edit_id
    where v.tenant_id = here and v.memory_id = p_memory and v.status = 'approved' and d.patch->'attributes' ? 'action';
    update palimpsest.memory_signal s
    set settled_at_activations = greatest(0, s.settled_at_activations + p_sign * (
      select count(*) from palimpsest.signal_entry e
      where e.tenant_id = here and e.memory_id = p_memory and e.entry_id = any (p_entries)
        and e.what = 'activation' and e.at <= settled))
    where s.tenant_id = here and s.memory_id = p_memory;
    select (m.attributes->>'escalation_threshold')::integer into threshold
    from palimpsest.memory m where m.tenant_id = here and m.id = p_memory;
    update palimpsest.memory_signal s
    set escalated_to = log.action, escalated_at = case when log.action is not null then coalesce(log.at, s.escalated_at) end
    from (
      select case
          when bool_or(e.what = 'escalation' and e.escalated_to = 'absolute' and e.rollback_id is null) then 'absolute'
          when bool_or(e.what = 'escalation' and e.rollback_id is null)
            or (bool_or(e.what = 'rise') and (
              select t.activations - t.settled_at_activations >= threshold from palimpsest.memory_signal t
              where t.tenant_id = here and t.memory_id = p_memory)) then 'block'
        end as action, max(e.at) filter (where e.rollback_id is null) as at
      from palimpsest.signal_entry e
      where e.tenant_id = here and e.memory_id = p_memory and e.what in ('escalation', 'rise') and e.at > settled
      having count(*) > 0) log
    where s.tenant_id = here and s.memory_id = p_memory;
  end if;

  -- A link goes when all who made it were rolled back.
  delete from palimpsest.memory_link l
  using palimpsest.signal_entry e
  where p_sign < 0 and e.tenant_id = here and e.memory_id = p_memory and e.entry_id = any (p_entries)
    and e.other_id is not null and l.tenant_id = here and l.from_id = p_memory and l.to_id = e.other_id and l.type = e.what
    and not exists (
      select 1 from palimpsest.signal_entry o
      where o.tenant_id = here and o.memory_id = p_memory and o.other_id = e.other_id and o.what = e.what
        and o.rollback_id is null);
  insert into palimpsest.memory_link (tenant_id, from_id, to_id, type, created_at)
  select here, p_memory, e.other_id, e.what, min(e.at) from palimpsest.signal_entry e
  where p_sign > 0 and e.tenant_id = here and e.memory_id = p_memory and e.entry_id = any (p_entries)
    and e.other_id is not null
    and exists (select 1 from palimpsest.memory m where m.tenant_id = here and m.id = e.other_id)
  group by e.other_id, e.what
  on conflict do nothing;
end $$;

-- Takes up to so many of a writer's signals out of the counters, and gives their number. The counters are locked first, so
-- that a signal that arrives meanwhile is counted before or afterwards, and of two rollbacks only one takes an entry.
create function palimpsest.take_back_signals(p_writer text, p_since timestamptz, p_until timestamptz, p_rollback text,
                                             p_limit integer) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  here constant text := palimpsest.tenant();
  given uuid[];
  of_memory record;
  taken integer := 0;
begin
  if palimpsest.role() is null or palimpsest.role() not in ('reviewer', 'admin') then return 0; end if;
  given := array(select e.entry_id from palimpsest.signal_entry e
    where e.tenant_id = here and e.writer = p_writer and e.rollback_id is null
      and e.at >= coalesce(p_since, '-infinity') and e.at <= p_until
    order by e.at limit p_limit);
  if given = '{}' then return 0; end if;
  perform 1 from palimpsest.memory_signal s
  where s.tenant_id = here and s.memory_id in (
    select e.memory_id from palimpsest.signal_entry e
    where e.tenant_id = here and e.writer = p_writer and e.rollback_id is null and e.entry_id = any (given))
  order by s.memory_id for update;
  for of_memory in
    with marked as (
      update palimpsest.signal_entry e set rollback_id = p_rollback
      where e.tenant_id = here and e.writer = p_writer and e.rollback_id is null and e.entry_id = any (given)
      returning e.memory_id, e.entry_id)
    select m.memory_id, array_agg(m.entry_id) as entries from marked m group by m.memory_id order by m.memory_id
  loop
    perform palimpsest.recount_signal(of_memory.memory_id, of_memory.entries, -1);
    taken := taken + cardinality(of_memory.entries);
  end loop;
  return taken;
end $$;
grant execute on function palimpsest.take_back_signals(text, timestamptz, timestamptz, text, integer) to palimpsest_app;

-- Puts up to so many signals that a rollback had taken back into the counters, and gives their number.
create function palimpsest.give_back_signals(p_rollback text, p_limit integer) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  here constant text := palimpsest.tenant();
  given uuid[];
  of_memory record;
  put integer := 0;
begin
  if palimpsest.role() is null or palimpsest.role() not in ('reviewer', 'admin') then return 0; end if;
  given := array(select e.entry_id from palimpsest.signal_entry e
    where e.tenant_id = here and e.rollback_id = p_rollback order by e.memory_id limit p_limit);
  if given = '{}' then return 0; end if;
  perform 1 from palimpsest.memory_signal s
  where s.tenant_id = here and s.memory_id in (
    select e.memory_id from palimpsest.signal_entry e
    where e.tenant_id = here and e.rollback_id = p_rollback and e.entry_id = any (given))
  order by s.memory_id for update;
  for of_memory in
    with marked as (
      update palimpsest.signal_entry e set rollback_id = null
      where e.tenant_id = here and e.rollback_id = p_rollback and e.entry_id = any (given)
      returning e.memory_id, e.entry_id)
    select m.memory_id, array_agg(m.entry_id) as entries from marked m group by m.memory_id order by m.memory_id
  loop
    perform palimpsest.recount_signal(of_memory.memory_id, of_memory.entries, 1);
    put := put + cardinality(of_memory.entries);
  end loop;
  return put;
end $$;
grant execute on function palimpsest.give_back_signals(text, integer) to palimpsest_app;

-- As before. A link that the writer only rated goes back to whoever made it.
create or replace function palimpsest.take_back_added(p_writer text, p_since timestamptz, p_rollback text) returns integer
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with evidence as (
    update palimpsest.claim_evidence e set rollback_id = p_rollback
    where e.tenant_id = palimpsest.tenant() and e.writer = p_writer and e.rollback_id is null
      and (p_since is null or e.added_at >= p_since) and palimpsest.role() in ('reviewer', 'admin')
    returning 1),
  links as (
    update palimpsest.episode_link l
    set rollback_id = case when l.made_by is null then p_rollback end,
      taken = case when l.made_by is not null then jsonb_build_object('rollback_id', p_rollback,
        'effectiveness', l.effectiveness, 'linked_by', l.linked_by, 'linked_at', l.linked_at) end,
      effectiveness = case when l.made_by is null then l.effectiveness end,
      linked_by = coalesce(l.made_by, l.linked_by), linked_at = coalesce(l.made_at, l.linked_at)
    where l.tenant_id = palimpsest.tenant() and l.linked_by = substr(p_writer, strpos(p_writer, ':') + 1)
      and l.rollback_id is null and l.made_by is distinct from l.linked_by
      and (p_since is null or l.linked_at >= p_since) and palimpsest.role() in ('reviewer', 'admin')
    returning 1)
  select ((select count(*) from evidence) + (select count(*) from links))::integer;
end;

create or replace function palimpsest.give_back_added(p_rollback text) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  update palimpsest.claim_evidence e set rollback_id = null
  where e.tenant_id = palimpsest.tenant() and e.rollback_id = p_rollback and palimpsest.role() in ('reviewer', 'admin');
  -- A rating that somebody has given since stays.
  update palimpsest.episode_link l
  set rollback_id = null, taken = null,
    effectiveness = case when l.taken is null or l.effectiveness is not null then l.effectiveness
                         else l.taken->>'effectiveness' end,
    linked_by = case when l.taken is null or l.effectiveness is not null then l.linked_by else l.taken->>'linked_by' end,
    linked_at = case when l.taken is null or l.effectiveness is not null then l.linked_at
                     else (l.taken->>'linked_at')::timestamptz end
  where l.tenant_id = palimpsest.tenant() and (l.rollback_id = p_rollback or l.taken->>'rollback_id' = p_rollback)
    and palimpsest.role() in ('reviewer', 'admin');
end;

create or replace function palimpsest.rollback_counts(p_rollback text)
  returns table (taken integer, rejected integer, undone integer, states integer)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select count(*) filter (where e.op <> 'restore')::integer,
    (select count(*)::integer from palimpsest.memory_edit_event v
     where v.tenant_id = palimpsest.tenant() and v.rollback_id = p_rollback and palimpsest.role() in ('reviewer', 'admin')),
    count(*) filter (where e.op = 'restore')::integer,
    ((select count(*) from palimpsest.memory_state s
      where s.tenant_id = palimpsest.tenant() and s.rollback_id = p_rollback and palimpsest.role() in ('reviewer', 'admin'))
     + (select count(*) from palimpsest.claim_evidence c
        where c.tenant_id = palimpsest.tenant() and c.rollback_id = p_rollback and palimpsest.role() in ('reviewer', 'admin'))
     + (select count(*) from palimpsest.signal_entry g
        where g.tenant_id = palimpsest.tenant() and g.rollback_id = p_rollback and palimpsest.role() in ('reviewer', 'admin'))
     + (select count(*) from palimpsest.episode_link l
        where l.tenant_id = palimpsest.tenant() and (l.rollback_id = p_rollback or l.taken->>'rollback_id' = p_rollback)
          and palimpsest.role() in ('reviewer', 'admin')))::integer
  from palimpsest.memory_edit e
  where e.tenant_id = palimpsest.tenant() and e.rollback_id = p_rollback and palimpsest.role() in ('reviewer', 'admin');
end;

-- What a rollback has taken back stays here, as the counters are without it.
create function palimpsest.export_signal_entries(p_memory text, p_entry text, p_until timestamptz, p_limit integer)
  returns table (place text[], record json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic
    select array[e.memory_id, e.entry_id::text], json_build_object('type', 'signal_entry', 'memory_id', e.memory_id,
      'entry_id', e.entry_id, 'writer', e.writer, 'at', e.at, 'what', e.what, 'escalated_to', e.escalated_to,
      'utility', e.utility, 'confidence', e.confidence, 'stored', e.stored, 'computed', e.computed,
      'other_id', e.other_id)
    from palimpsest.signal_entry e
    where palimpsest.role() = 'admin' and e.tenant_id = palimpsest.tenant() and e.at <= p_until
      and e.rollback_id is null
      and (e.memory_id, e.entry_id) > (p_memory, coalesce(nullif(p_entry, ''), '00000000-0000-0000-0000-000000000000')::uuid)
    order by e.memory_id, e.entry_id limit p_limit;
  end;
grant execute on function palimpsest.export_signal_entries(text, text, timestamptz, integer) to palimpsest_app;

-- For admins alone. What is here already stays as it is.
create function palimpsest.import_signal_entries(p_rows json) returns table (n integer, outcome text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := palimpsest.tenant();
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  return query
  with given as materialized (
    select g.*, not exists (
      select 1 from palimpsest.memory m where m.tenant_id = here and m.id = g.memory_id) as missing
    from json_to_recordset(p_rows) as g (n integer, memory_id text, entry_id uuid, writer text, at timestamptz, what text,
      escalated_to text, utility real, confidence real, stored real, computed real, other_id text)
  ), made as (
    insert into palimpsest.signal_entry (tenant_id, memory_id, entry_id, writer, at, what, escalated_to, utility,
      confidence, stored, computed, other_id)
    select here, g.memory_id, g.entry_id, g.writer, g.at, g.what, g.escalated_to, g.utility, g.confidence, g.stored,
      g.computed, g.other_id
    from given g where not g.missing
    on conflict do nothing returning memory_id, entry_id
  )
  select g.n, case when g.missing then 'missing' when made.entry_id is not null then 'imported' else 'known' end
  from given g left join made on made.memory_id = g.memory_id and made.entry_id = g.entry_id;
end $$;
grant execute on function palimpsest.import_signal_entries(json) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
