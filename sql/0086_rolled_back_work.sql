-- A rollback also reaches working state: keys of plans, plans, task contexts, sessions and working memory. None of that is
-- a memory that could be edited. What the writer wrote is put aside, where an undo finds it, and what others had there
-- before comes back.

-- Who changed it last, and what it was when that writer's changes began. Null: nothing, or it is not known.
alter table palimpsest.plan_state add column before jsonb;
alter table palimpsest.plan add column writer text, add column before jsonb;
alter table palimpsest.task_context add column writer text, add column before jsonb;
create index plan_state_writer on palimpsest.plan_state (tenant_id, updated_by);
create index plan_state_before on palimpsest.plan_state (tenant_id, (before->>'updated_by')) where before is not null;
create index plan_writer on palimpsest.plan (tenant_id, writer) where writer is not null;
create index plan_before on palimpsest.plan (tenant_id, (before->>'writer')) where before is not null;
create index task_context_writer on palimpsest.task_context (tenant_id, writer) where writer is not null;
create index task_context_before on palimpsest.task_context (tenant_id, (before->>'writer')) where before is not null;

-- The definer writes for others: in an import, a rollback and an undo.
create function palimpsest.keep_before() returns trigger
  language plpgsql as $$
begin
  if current_user <> 'palimpsest_definer' then
    new.before := jsonb_build_object('value', old.value, 'updated_by', old.updated_by);
  end if;
  return new;
end $$;
create trigger keep_before before update on palimpsest.plan_state
  for each row when (old.updated_by is distinct from new.updated_by) execute function palimpsest.keep_before();

-- Names by which a plan or a task context is found are in tables of their own, and change after the row.
create function palimpsest.note_writer() returns trigger
  language plpgsql as $$
declare
  me constant text := palimpsest.principal_type() || ':' || palimpsest.principal();
  names jsonb;
begin
  if current_user = 'palimpsest_definer' then
    -- Only an admin imports what others wrote.
    if tg_op = 'INSERT' and palimpsest.role() is distinct from 'admin' then new.writer := coalesce(new.writer, me); end if;
    return new;
  end if;
  if tg_op = 'UPDATE' and old.writer is distinct from me then
    if tg_table_name = 'plan' then
      select coalesce(jsonb_agg(c.correlation_id order by c.position), '[]') into names from palimpsest.plan_correlation c
      where c.tenant_id = old.tenant_id and c.plan_id = old.plan_id;
    else
      select coalesce(jsonb_agg(c.subtask_id order by c.position), '[]') into names from palimpsest.task_subtask c
      where c.tenant_id = old.tenant_id and c.task_id = to_jsonb(old)->>'task_id';
    end if;
    new.before := to_jsonb(old) - 'before' || jsonb_build_object('names', names);
  end if;
  new.writer := me;
  return new;
end $$;
create trigger note_writer before insert or update on palimpsest.plan
  for each row execute function palimpsest.note_writer();
create trigger note_writer before insert or update on palimpsest.task_context
  for each row execute function palimpsest.note_writer();

-- Working state that rollbacks took, as it was. Nobody reads it but an undo.
create table palimpsest.rolled_back_work (
  tenant_id   text not null references palimpsest.tenant on delete cascade,
  rollback_id text not null,
  entry_id    uuid not null default gen_random_uuid(),
  what        text not null check (what in ('plan_state', 'plan', 'task_context', 'session', 'working_memory')),
  was         jsonb not null,
  -- When the rollback put something in its place; null: it left nothing.
  put_back_at timestamptz,
  primary key (tenant_id, rollback_id, entry_id)
);
alter table palimpsest.rolled_back_work enable row level security, force row level security;
create policy definer_in_tenant on palimpsest.rolled_back_work to palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select, insert, delete on palimpsest.rolled_back_work to palimpsest_definer;

grant update (value, version, updated_at, updated_by, before) on palimpsest.plan_state to palimpsest_definer;
grant update (goal_data, status, state, session_id, response_event, current_state, updated_at, writer, before)
  on palimpsest.plan to palimpsest_definer;
grant update (plan_id, event_type, response_event, response_topic, data, state, updated_at, writer, before)
  on palimpsest.task_context to palimpsest_definer;
grant delete on palimpsest.plan_correlation, palimpsest.task_subtask to palimpsest_definer;
grant insert on palimpsest.working_memory, palimpsest.working_item, palimpsest.working_thread to palimpsest_definer;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- What stood in shared working state before the writer changed it: the rollback puts it back, unless its texts are
-- refused. At most as many of each sort as one step takes, in the order of `take_back_work`.
create function palimpsest.work_before(p_writer text, p_since timestamptz, p_until timestamptz, p_limit integer)
  returns table (what text, place text, before jsonb)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  (select 'plan_state', jsonb_build_array(s.plan_id, s.key)::text, s.before || jsonb_build_object('key', s.key)
   from palimpsest.plan_state s
   where s.tenant_id = palimpsest.tenant() and s.updated_by = p_writer and s.before is not null
     and s.updated_at >= coalesce(p_since, '-infinity') and s.updated_at <= p_until
     and palimpsest.role() in ('reviewer', 'admin')
   order by s.plan_id, s.key limit p_limit)
  union all
  (select 'plan', jsonb_build_array(p.plan_id)::text, p.before from palimpsest.plan p
   where p.tenant_id = palimpsest.tenant() and p.writer = p_writer and p.before is not null
     and p.updated_at >= coalesce(p_since, '-infinity') and p.updated_at <= p_until
     and palimpsest.role() in ('reviewer', 'admin')
   order by p.plan_id limit p_limit)
  union all
  (select 'task_context', jsonb_build_array(t.task_id)::text, t.before from palimpsest.task_context t
   where t.tenant_id = palimpsest.tenant() and t.writer = p_writer and t.before is not null
     and t.updated_at >= coalesce(p_since, '-infinity') and t.updated_at <= p_until
     and palimpsest.role() in ('reviewer', 'admin')
   order by t.task_id limit p_limit);
end;
grant execute on function palimpsest.work_before(text, timestamptz, timestamptz, integer) to palimpsest_app;

-- The id under which a writer keeps what is its alone; null where a principal of another type has that name.
create function palimpsest.own_name(p_writer text) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return (select p.principal_id from palimpsest.principal p
          where p.tenant_id = palimpsest.tenant() and p.type = split_part(p_writer, ':', 1)
            and p.principal_id = substr(p_writer, strpos(p_writer, ':') + 1));

-- How much working state a rollback would take.
create function palimpsest.count_work(p_writer text, p_since timestamptz) returns integer
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return case when palimpsest.role() in ('reviewer', 'admin') then (
    (select count(*) from palimpsest.plan_state s
     where s.tenant_id = palimpsest.tenant() and s.updated_by = p_writer
       and s.updated_at >= coalesce(p_since, '-infinity'))
    + (select count(*) from palimpsest.plan p
       where p.tenant_id = palimpsest.tenant() and p.updated_at >= coalesce(p_since, '-infinity')
         and (p.writer = p_writer or (p.writer is null and p.user_id = palimpsest.own_name(p_writer))))
    + (select count(*) from palimpsest.task_context t
       where t.tenant_id = palimpsest.tenant() and t.writer = p_writer
         and t.updated_at >= coalesce(p_since, '-infinity'))
    + (select count(*) from palimpsest.session s
       where s.tenant_id = palimpsest.tenant() and s.user_id = palimpsest.own_name(p_writer)
         and s.last_interaction >= coalesce(p_since, '-infinity'))
    + (select count(*) from palimpsest.working_memory w
       where w.tenant_id = palimpsest.tenant() and w.principal_id = palimpsest.own_name(p_writer)
         and w.updated_at >= coalesce(p_since, '-infinity')))::integer else 0 end;
grant execute on function palimpsest.count_work(text, timestamptz) to palimpsest_app;

-- Puts up to so much of each sort aside that the writer was the last to change, puts back what others had there before,
-- and gives the number. p_refused names places where that has words which were retracted since: nothing comes back there.
create function palimpsest.take_back_work(p_writer text, p_since timestamptz, p_until timestamptz, p_rollback text,
                                          p_refused text[], p_limit integer) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  here constant text := palimpsest.tenant();
  me constant text := palimpsest.own_name(p_writer);
  since constant timestamptz := coalesce(p_since, '-infinity');
  put_at constant timestamptz := clock_timestamp();
  taken integer := 0;
  state palimpsest.plan_state;
  plan palimpsest.plan;
  task palimpsest.task_context;
  owned record;
  puts_back boolean;
begin
  if palimpsest.role() is null or palimpsest.role() not in ('reviewer', 'admin') then return 0; end if;
  for state in
    select s.* from palimpsest.plan_state s
    where s.tenant_id = here and s.updated_by = p_writer and s.updated_at >= since and s.updated_at <= p_until
    order by s.plan_id, s.key limit p_limit for update
  loop
    taken := taken + 1;
    puts_back := state.before is not null and jsonb_build_array(state.plan_id, state.key)::text <> all (p_refused);
    insert into palimpsest.rolled_back_work (tenant_id, rollback_id, what, was, put_back_at)
    values (here, p_rollback, 'plan_state', to_jsonb(state), case when puts_back then put_at end);
    if puts_back then
      update palimpsest.plan_state s
      set value = state.before->'value', updated_by = state.before->>'updated_by', before = null,
        version = s.version + 1, updated_at = put_at
      where s.tenant_id = here and s.plan_id = state.plan_id and s.key = state.key;
    else
      delete from palimpsest.plan_state s where s.tenant_id = here and s.plan_id = state.plan_id and s.key = state.key;
    end if;
  end loop;

  for plan in
    select p.* from palimpsest.plan p
    where p.tenant_id = here and (p.writer = p_writer or (p.writer is null and p.user_id = me))
      and p.updated_at >= since and p.updated_at <= p_until
    order by p.plan_id limit p_limit for update
  loop
    taken := taken + 1;
    puts_back := plan.before is not null and jsonb_build_array(plan.plan_id)::text <> all (p_refused);
    insert into palimpsest.rolled_back_work (tenant_id, rollback_id, what, was, put_back_at)
    values (here, p_rollback, 'plan', to_jsonb(plan) || jsonb_build_object('writer', p_writer, 'names', to_jsonb(array(
        select c.correlation_id from palimpsest.plan_correlation c
        where c.tenant_id = here and c.plan_id = plan.plan_id order by c.position))),
      case when puts_back then put_at end);
    if puts_back then
      update palimpsest.plan p
      set goal_data = b.goal_data, status = b.status, state = b.state, session_id = b.session_id,
        response_event = b.response_event, current_state = b.current_state, writer = b.writer, before = null,
        updated_at = put_at
      from jsonb_populate_record(null::palimpsest.plan, plan.before) b
      where p.tenant_id = here and p.plan_id = plan.plan_id;
      delete from palimpsest.plan_correlation c where c.tenant_id = here and c.plan_id = plan.plan_id;
      insert into palimpsest.plan_correlation (tenant_id, plan_id, correlation_id, position)
      select here, plan.plan_id, n.name, n.position
      from jsonb_array_elements_text(plan.before->'names') with ordinality n(name, position);
    else
      delete from palimpsest.plan p where p.tenant_id = here and p.plan_id = plan.plan_id;
    end if;
  end loop;

  for task in
    select t.* from palimpsest.task_context t
    where t.tenant_id = here and t.writer = p_writer and t.updated_at >= since and t.updated_at <= p_until
    order by t.task_id limit p_limit for update
  loop
    taken := taken + 1;
    puts_back := task.before is not null and jsonb_build_array(task.task_id)::text <> all (p_refused);
    insert into palimpsest.rolled_back_work (tenant_id, rollback_id, what, was, put_back_at)
    values (here, p_rollback, 'task_context', to_jsonb(task) || jsonb_build_object('names', to_jsonb(array(
        select c.subtask_id from palimpsest.task_subtask c
        where c.tenant_id = here and c.task_id = task.task_id order by c.position))),
      case when puts_back then put_at end);
    if puts_back then
      update palimpsest.task_context t
      set plan_id = b.plan_id, event_type = b.event_type, response_event = b.response_event,
        response_topic = b.response_topic, data = b.data, state = b.state, writer = b.writer, before = null,
        updated_at = put_at
      from jsonb_populate_record(null::palimpsest.task_context, task.before) b
      where t.tenant_id = here and t.task_id = task.task_id;
      delete from palimpsest.task_subtask c where c.tenant_id = here and c.task_id = task.task_id;
      insert into palimpsest.task_subtask (tenant_id, task_id, subtask_id, position)
      select here, task.task_id, n.name, n.position
      from jsonb_array_elements_text(task.before->'names') with ordinality n(name, position);
    else
      delete from palimpsest.task_context t where t.tenant_id = here and t.task_id = task.task_id;
    end if;
  end loop;

  for owned in
    select s.session_id, to_jsonb(s) as was from palimpsest.session s
    where s.tenant_id = here and s.user_id = me and s.last_interaction >= since and s.last_interaction <= p_until
    order by s.session_id limit p_limit for update
  loop
    taken := taken + 1;
    insert into palimpsest.rolled_back_work (tenant_id, rollback_id, what, was)
    values (here, p_rollback, 'session', owned.was);
    delete from palimpsest.session s where s.tenant_id = here and s.user_id = me and s.session_id = owned.session_id;
  end loop;

  for owned in
    select w.session_id, to_jsonb(w) || jsonb_build_object(
      'items', array(select to_jsonb(i) from palimpsest.working_item i
        where i.tenant_id = here and i.principal_id = me and i.session_id = w.session_id),
      'threads', array(select to_jsonb(t) from palimpsest.working_thread t
        where t.tenant_id = here and t.principal_id = me and t.session_id = w.session_id)) as was
    from palimpsest.working_memory w
    where w.tenant_id = here and w.principal_id = me and w.updated_at >= since and w.updated_at <= p_until
    order by w.session_id limit p_limit
  loop
    taken := taken + 1;
    insert into palimpsest.rolled_back_work (tenant_id, rollback_id, what, was)
    values (here, p_rollback, 'working_memory', owned.was);
    delete from palimpsest.working_memory w
    where w.tenant_id = here and w.principal_id = me and w.session_id = owned.session_id;
  end loop;

  -- Where others wrote over it since, no rollback of theirs brings it back.
  update palimpsest.plan_state s set before = null
  where s.tenant_id = here and s.before is not null and s.before->>'updated_by' = p_writer;
  update palimpsest.plan p set before = null
  where p.tenant_id = here and p.before is not null and p.before->>'writer' = p_writer;
  update palimpsest.task_context t set before = null
  where t.tenant_id = here and t.before is not null and t.before->>'writer' = p_writer;
  return taken;
end $$;
grant execute on function palimpsest.take_back_work(text, timestamptz, timestamptz, text, text[], integer)
  to palimpsest_app;

-- Gives back up to so much of what a rollback had taken, and its number. Where somebody has written since, that stays.
create function palimpsest.give_back_work(p_rollback text, p_limit integer) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  here constant text := palimpsest.tenant();
  kept palimpsest.rolled_back_work;
  given integer := 0;
begin
  if palimpsest.role() is null or palimpsest.role() not in ('reviewer', 'admin') then return 0; end if;
  for kept in
    delete from palimpsest.rolled_back_work w
    where w.tenant_id = here and w.rollback_id = p_rollback and w.entry_id in (
      select n.entry_id from palimpsest.rolled_back_work n
      where n.tenant_id = here and n.rollback_id = p_rollback order by n.entry_id limit p_limit)
    returning w.*
  loop
    given := given + 1;
    case kept.what
      when 'plan_state' then
        delete from palimpsest.plan_state s
        where s.tenant_id = here and s.plan_id = kept.was->>'plan_id' and s.key = kept.was->>'key'
          and s.updated_at = kept.put_back_at;
        insert into palimpsest.plan_state select (jsonb_populate_record(null::palimpsest.plan_state, kept.was)).*
        on conflict do nothing;
      when 'plan' then
        delete from palimpsest.plan p
        where p.tenant_id = here and p.plan_id = kept.was->>'plan_id' and p.updated_at = kept.put_back_at;
        insert into palimpsest.plan select (jsonb_populate_record(null::palimpsest.plan, kept.was)).*
        on conflict do nothing;
        if found then
          insert into palimpsest.plan_correlation (tenant_id, plan_id, correlation_id, position)
          select here, kept.was->>'plan_id', n.name, n.position
          from jsonb_array_elements_text(kept.was->'names') with ordinality n(name, position);
        end if;
      when 'task_context' then
        delete from palimpsest.task_context t
        where t.tenant_id = here and t.task_id = kept.was->>'task_id' and t.updated_at = kept.put_back_at;
        insert into palimpsest.task_context select (jsonb_populate_record(null::palimpsest.task_context, kept.was)).*
        on conflict do nothing;
        if found then
          insert into palimpsest.task_subtask (tenant_id, task_id, subtask_id, position)
          select here, kept.was->>'task_id', n.name, n.position
          from jsonb_array_elements_text(kept.was->'names') with ordinality n(name, position);
        end if;
      when 'session' then
        insert into palimpsest.session select (jsonb_populate_record(null::palimpsest.session, kept.was)).*
        on conflict do nothing;
      else
        insert into palimpsest.working_memory
        select (jsonb_populate_record(null::palimpsest.working_memory, kept.was)).* on conflict do nothing;
        if found then
          insert into palimpsest.working_item
          select * from jsonb_populate_recordset(null::palimpsest.working_item, kept.was->'items');
          insert into palimpsest.working_thread
          select * from jsonb_populate_recordset(null::palimpsest.working_thread, kept.was->'threads');
        end if;
    end case;
  end loop;
  return given;
end $$;
grant execute on function palimpsest.give_back_work(text, integer) to palimpsest_app;

-- How much working state a rollback has put aside.
create function palimpsest.count_taken_work(p_rollback text) returns integer
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return (select count(*)::integer from palimpsest.rolled_back_work w
          where w.tenant_id = palimpsest.tenant() and w.rollback_id = p_rollback
            and palimpsest.role() in ('reviewer', 'admin'));
grant execute on function palimpsest.count_taken_work(text) to palimpsest_app;

-- Does something that was put aside, or stood there before, tell of the subject of an erasure?
create function palimpsest.erasure_in_work(p_work jsonb, p_type text, p_id text, p_also text[], p_pattern text,
                                           p_ids text[], p_samples text[]) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return palimpsest.erasure_about(p_work, p_type, p_id)
    or (p_type = 'user' and p_work->>'principal_id' = p_id)
    or palimpsest.erasure_names(p_work::text, p_ids)
    or ('mentions' = any (p_also) and p_work::text ~* p_pattern)
    or exists (select 1 from unnest(p_samples) s(piece) where strpos(p_work::text, s.piece) > 0);

-- Erases what rollbacks put aside of a subject, and what stood in working state before.
create function palimpsest.erasure_sweep_work(p_erasure text, p_pattern text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  here constant text := palimpsest.tenant();
  e record;
  ids text[];
begin
  select r.subject_type, r.subject_id, r.also, r.samples into strict e from palimpsest.erasure r
  where r.tenant_id = here and r.erasure_id = p_erasure and r.status = 'running';
  ids := array(select t.id from palimpsest.erasure_target t where t.tenant_id = here and t.erasure_id = p_erasure);
  delete from palimpsest.rolled_back_work w
  where w.tenant_id = here
    and palimpsest.erasure_in_work(w.was, e.subject_type, e.subject_id, e.also, p_pattern, ids, e.samples);
  update palimpsest.plan_state s set before = null
  where s.tenant_id = here and s.before is not null
    and palimpsest.erasure_in_work(s.before, e.subject_type, e.subject_id, e.also, p_pattern, ids, e.samples);
  update palimpsest.plan p set before = null
  where p.tenant_id = here and p.before is not null
    and palimpsest.erasure_in_work(p.before, e.subject_type, e.subject_id, e.also, p_pattern, ids, e.samples);
  update palimpsest.task_context t set before = null
  where t.tenant_id = here and t.before is not null
    and palimpsest.erasure_in_work(t.before, e.subject_type, e.subject_id, e.also, p_pattern, ids, e.samples);
end $$;
grant execute on function palimpsest.erasure_sweep_work(text, text) to palimpsest_worker;

-- Decisions and tasks of people that rest on what a writer wrote from p_since on: they name it, or what was made from it,
-- or another person's decision that does. They stay; whoever rolls back is told.
create or replace function palimpsest.refers_to_writer(p_writer text, p_since timestamptz)
  returns table (id text, seen boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with recursive reached(id, stays) as (
    select m.id, false from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.writer = p_writer and palimpsest.role() in ('reviewer', 'admin')
      and (p_since is null or m.recorded_at >= p_since)
    union
    select m.id, r.stays or (made.type = 'mentions' and starts_with(m.writer, 'human:'))
    from reached r
    cross join lateral (
      select l.from_id as id, l.type from palimpsest.memory_link l
      where l.tenant_id = palimpsest.tenant() and l.to_id = r.id and l.type in ('derived_from', 'mentions')
      union all
      select c.memory_id, 'forwarded' from palimpsest.capsule c
      where c.tenant_id = palimpsest.tenant() and c.forwarded_from = r.id) made
    join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = made.id
    where made.type <> 'mentions' or r.id in (select n.id from palimpsest.named_memories(m.attributes) n)
  )
  select m.id, palimpsest.visible(m.visibility, m.owner_id, m.audience)
  from reached r
  join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = r.id
  where r.stays and m.kind in ('decision', 'task') and starts_with(m.writer, 'human:') and m.writer <> p_writer
    and not m.retracted and not m.quarantined
    and not exists (select 1 from reached o where o.id = r.id and not o.stays)
  order by m.id;
end;

-- As before, and working state.
create or replace function palimpsest.rollback_preview(p_writer text, p_since timestamptz) returns jsonb
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with recursive own as materialized (
    select m.id, m.kind, m.visibility, m.subject_type, m.subject_id, m.session_id from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.writer = p_writer and not m.retracted
      and (p_since is null or m.recorded_at >= p_since) and palimpsest.role() in ('reviewer', 'admin')
  ), made as (
    select a.id from palimpsest.made_from_any(array(select o.id from own o)) a
    where (a.writer <> p_writer or p_since is not null) and not a.id in (select o.id from own o)
    union
    select a.id from made cross join lateral palimpsest.made_from_any(array[made.id]) a
    where (a.writer <> p_writer or p_since is not null) and not a.id in (select o.id from own o)
  )
  select jsonb_build_object(
    'kinds', (select coalesce(jsonb_object_agg(k.kind, k.n), '{}')
              from (select o.kind, count(*) as n from own o group by o.kind) k),
    'private_count', (select count(*) from own o where o.visibility = 'private'),
    'subject_count', (select count(distinct (o.subject_type, o.subject_id)) from own o where o.subject_id is not null),
    'session_count', (select count(distinct o.session_id) from own o),
    'quarantined', (select count(*) from made),
    'rejected', (select count(*) from palimpsest.pending_of(p_writer, p_since, 2147483647)),
    'undone', (select count(*) from palimpsest.edits_in_force_of(p_writer, p_since, 2147483647)),
    'signals', (select count(*) from palimpsest.signal_entry e
                where e.tenant_id = palimpsest.tenant() and e.writer = p_writer and e.rollback_id is null
                  and (p_since is null or e.at >= p_since) and palimpsest.role() in ('reviewer', 'admin')),
    'work', palimpsest.count_work(p_writer, p_since));
end;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
