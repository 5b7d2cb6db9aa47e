-- People govern capsules: those who review see every capsule of their tenant, and may edit and revoke it.

-- May the caller govern capsules that were neither made by it nor for it? An agent may not, whatever its role.
create function palimpsest.governs_capsules() returns boolean
  language sql stable parallel safe
  return palimpsest.role() in ('reviewer', 'admin') and palimpsest.principal_type() in ('human', 'service');

alter policy visible_rows on palimpsest.memory
  using (tenant_id = palimpsest.tenant()
    and (palimpsest.visible(visibility, owner_id, audience) or (kind = 'capsule' and palimpsest.governs_capsules()))
    and (kind <> 'capsule' or owner_id = palimpsest.principal() or palimpsest.governs_capsules()
         or palimpsest.chain_open(id) is not false));

alter policy author_or_open on palimpsest.capsule
  using (tenant_id = palimpsest.tenant() and (author_id = palimpsest.principal() or palimpsest.governs_capsules()
    or (status = 'active' and not closed_by_edit and expires_at > now() and audience && palimpsest.readers()
        and (forwarded_from is null or palimpsest.chain_open(forwarded_from)))));

-- A capsule grants nothing: of its items a reader learns the ids of those that it may see anyway.
alter policy of_visible_capsule on palimpsest.capsule_item
  using (tenant_id = palimpsest.tenant()
    and exists (select 1 from palimpsest.capsule c where c.tenant_id = palimpsest.tenant() and c.memory_id = capsule_id)
    and case item_type
      when 'memory' then exists (
        select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = item_id offset 0)
      else exists (
        select 1 from palimpsest.artifact a where a.tenant_id = palimpsest.tenant() and a.artifact_id = item_id offset 0)
      end);

alter policy own_or_author on palimpsest.capsule_access
  using (tenant_id = palimpsest.tenant() and (agent_id = palimpsest.principal() or palimpsest.governs_capsules()
    or exists (
      select 1 from palimpsest.capsule c where c.tenant_id = palimpsest.tenant() and c.memory_id = capsule_id
        and c.author_id = palimpsest.principal())));

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Revokes a capsule that the caller made or governs, and all that were forwarded from it, and gives the time when it
-- was first revoked. The memories of these capsules expire at that time too, so that no search leads to them.
create or replace function palimpsest.revoke_capsule(p_id text) returns timestamptz
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  first timestamptz;
  revoked text[];
begin
  perform 1 from palimpsest.capsule c
  where c.tenant_id = palimpsest.tenant() and c.memory_id = p_id
    and (c.author_id = palimpsest.principal() or palimpsest.governs_capsules())
  for update;
  if not found then
    return null;
  end if;
  with recursive chain as (
    select p_id as id
    union
    select c.memory_id from palimpsest.capsule c
    join chain on c.tenant_id = palimpsest.tenant() and c.forwarded_from = chain.id
  ), done as (
    update palimpsest.capsule c set status = 'revoked', revoked_at = clock_timestamp()
    from chain where c.tenant_id = palimpsest.tenant() and c.memory_id = chain.id and c.revoked_at is null
    returning c.memory_id
  )
  select array_agg(done.memory_id) into revoked from done;
  select c.revoked_at into first from palimpsest.capsule c
  where c.tenant_id = palimpsest.tenant() and c.memory_id = p_id;
  update palimpsest.memory m set expires_at = least(m.expires_at, first)
  where m.tenant_id = palimpsest.tenant() and m.id = any (revoked);
  update palimpsest.capsule_audience a set expires_at = least(a.expires_at, first)
  where a.tenant_id = palimpsest.tenant() and a.capsule_id = any (revoked);
  return first;
end $$;

-- All capsules that were forwarded from one that the caller made or governs, directly or over others.
create or replace function palimpsest.capsule_forwards(p_id text) returns table (capsule_id text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with recursive chain as (
    select c.memory_id, c.created_at from palimpsest.capsule c
    join palimpsest.capsule first on first.tenant_id = c.tenant_id and first.memory_id = c.forwarded_from
    where c.tenant_id = palimpsest.tenant() and c.forwarded_from = p_id
      and (first.author_id = palimpsest.principal() or palimpsest.governs_capsules())
    union all
    select c.memory_id, c.created_at from palimpsest.capsule c
    join chain on c.tenant_id = palimpsest.tenant() and c.forwarded_from = chain.memory_id
  )
  select chain.memory_id from chain order by chain.created_at, chain.memory_id limit 1000;
end;

-- The capsules that hold a memory, as far as the caller may see them.
create or replace function palimpsest.capsules_holding(p_id text)
  returns table (capsule_id text, audience text[], access_count bigint)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select c.memory_id, m.audience,
    coalesce((select sum(a.access_count)::bigint from palimpsest.capsule_access a
              where a.tenant_id = c.tenant_id and a.capsule_id = c.memory_id), 0)
  from palimpsest.capsule_item i
  join palimpsest.capsule c on c.tenant_id = i.tenant_id and c.memory_id = i.capsule_id
  join palimpsest.memory m on m.tenant_id = c.tenant_id and m.id = c.memory_id
  where i.tenant_id = palimpsest.tenant() and i.item_id = p_id
    and (palimpsest.governs_capsules() or palimpsest.visible(m.visibility, m.owner_id, m.audience))
  order by c.memory_id limit 1000;
end;

-- What was first written, for the roles that may see it. The caller audits.
create or replace function palimpsest.original(p_id text) returns table (text text, attributes jsonb, importance real)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select o.text, o.attributes, o.importance
  from palimpsest.memory_original o
  join palimpsest.memory m on m.tenant_id = o.tenant_id and m.id = o.memory_id
  where o.tenant_id = palimpsest.tenant() and o.memory_id = p_id
    and palimpsest.role() in ('reviewer', 'admin')
    and (palimpsest.visible(m.visibility, m.owner_id, m.audience)
         or (m.kind = 'capsule' and palimpsest.governs_capsules()));
end;

-- The states of memories: of capsules, also for those who govern them.
create or replace function palimpsest.states(p_ids text[], p_at timestamptz default null, p_op text default null,
                                  p_patch jsonb default null, p_snapshot pg_snapshot default null,
                                  p_see_withheld boolean default false)
  returns table (id text, text text, attributes jsonb, importance real, retracted boolean, quarantined boolean,
                 amended boolean, edited_by text[], blocked_channels text[], edit_count integer, status text,
                 reworded boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id, case when w.shown then f.text end, case when w.shown then f.attributes end, f.importance,
    f.retracted, f.quarantined, f.amended, f.edited_by, f.blocked_channels, f.edit_count,
    case when p_at is null then m.status else coalesce((
      select s.status from palimpsest.memory_state s
      where s.tenant_id = m.tenant_id and s.memory_id = m.id
        and palimpsest.was_committed(s.transaction_id, s.at, p_snapshot, p_at)
      order by s.seq desc limit 1), m.status) end,
    w.reworded
  from palimpsest.memory m, palimpsest.fold(m.id, p_at, p_op, p_patch, p_snapshot) f,
    lateral (select f.attributes <> m.attributes or coalesce(f.text <> m.text, false) as reworded offset 0) r,
    lateral (select r.reworded, not f.retracted and (p_at is null or (p_see_withheld and palimpsest.sees_originals())
      or not (m.retracted or r.reworded or coalesce(m.expires_at <= now(), false))) as shown offset 0) w
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
    and (palimpsest.visible(m.visibility, m.owner_id, m.audience) or (m.kind = 'capsule' and palimpsest.governs_capsules()))
    and (m.kind <> 'capsule' or m.owner_id = palimpsest.principal() or palimpsest.governs_capsules()
         or palimpsest.chain_open(m.id) is not false)
    and (p_at is null or palimpsest.was_committed(m.transaction_id, m.recorded_at, p_snapshot, p_at));
end;

reset role;
revoke create on schema palimpsest from palimpsest_definer;

-- The agent is the caller: asking for the capsules of another agent gives none. Lists the items that the caller may see.
-- A capsule is open as long as all that it was forwarded from are, also for those who see closed ones.
create or replace function palimpsest.get_available_capsules(
  p_tenant_id text, p_agent_id text, p_subject_type text default null, p_subject_id text default null)
  returns table (capsule_id text, scope text, subject_type text, subject_id text, items jsonb, risks text[],
                 author_agent_id text, expires_at timestamptz)
  language sql stable
begin atomic
  select m.id, m.scope, m.subject_type, m.subject_id,
    (select jsonb_build_object(
       'chunks', coalesce(jsonb_agg(i.item_id order by i.position) filter (where k.kind <> 'decision'), '[]'),
       'decisions', coalesce(jsonb_agg(i.item_id order by i.position) filter (where k.kind = 'decision'), '[]'),
       'artifacts', coalesce(jsonb_agg(i.item_id order by i.position) filter (where i.item_type = 'artifact'), '[]'))
     from palimpsest.capsule_item i
     left join palimpsest.memory k on i.item_type = 'memory' and k.tenant_id = i.tenant_id and k.id = i.item_id
     where i.tenant_id = m.tenant_id and i.capsule_id = m.id),
    case when m.boundary_class = any ((select palimpsest.clearance(null))::text[])
         then array(select jsonb_array_elements_text(coalesce(m.attributes->'risks', '[]'::jsonb))) else '{}' end,
    m.owner_id, c.expires_at
  from palimpsest.capsule_audience a
  join palimpsest.capsule c on c.tenant_id = a.tenant_id and c.memory_id = a.capsule_id
  join palimpsest.memory m on m.tenant_id = c.tenant_id and m.id = c.memory_id
  where a.tenant_id = p_tenant_id and a.agent_id = p_agent_id and a.agent_id = any (palimpsest.readers())
    and a.expires_at > now() and c.status = 'active' and c.expires_at > now() and not m.retracted and not m.quarantined
    and (c.forwarded_from is null or palimpsest.chain_open(c.forwarded_from))
    and cardinality(m.blocked_channels) = 0
    and (p_subject_type is null or m.subject_type = p_subject_type)
    and (p_subject_id is null or m.subject_id = p_subject_id)
  order by c.created_at desc, m.id;
end;

-- What waits is shown with the memory that it is about, so it must be found by that without reading all of its edits.
alter table palimpsest.memory_edit add column transaction_id xid8 not null default pg_current_xact_id();
alter table palimpsest.memory_edit_pending add column memory_id text;
-- The owner of the tables is held to their policies like everybody; to fill the new column it is not.
alter table palimpsest.memory_edit no force row level security;
alter table palimpsest.memory_edit_pending no force row level security;
update palimpsest.memory_edit_pending p set memory_id = e.memory_id
from palimpsest.memory_edit e where e.tenant_id = p.tenant_id and e.edit_id = p.edit_id;
alter table palimpsest.memory_edit force row level security;
alter table palimpsest.memory_edit_pending force row level security;
alter table palimpsest.memory_edit_pending alter column memory_id set not null;
create index memory_edit_pending_target on palimpsest.memory_edit_pending (tenant_id, memory_id);

-- One row if any edit of the memory waits, whoever may know of it. Postgres makes it a part of the statement that asks.
create function palimpsest.edit_waits(p_memory_id text) returns table (waits boolean)
  language sql stable
begin atomic
  select true from palimpsest.memory_edit_pending e
  where e.tenant_id = palimpsest.tenant() and e.memory_id = p_memory_id limit 1;
end;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- The edits of these memories that wait for a decision, now or at a moment: for whoever proposed them, and for people,
-- if the caller may see the memory. A function of the definer, because the policies would look at each memory again, and
-- in PL/pgSQL, which keeps its plans: planning took four times as long as the search for what waits.
create function palimpsest.pending_edits(
  p_ids text[], p_reader text default palimpsest.principal(),
  p_person boolean default palimpsest.principal_type() = 'human', p_at timestamptz default null,
  p_snapshot pg_snapshot default null)
  returns table (memory_id text, edit_id text, op text, proposer_type text, proposer_id text, created_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  if p_at is null then
    return query
    select e.memory_id, e.edit_id, e.op, e.proposer_type, e.proposer_id, e.created_at
    from palimpsest.memory_edit_pending p
    cross join lateral (
      select * from palimpsest.memory_edit w where w.tenant_id = p.tenant_id and w.edit_id = p.edit_id offset 0) e
    cross join lateral (
      select * from palimpsest.memory k where k.tenant_id = p.tenant_id and k.id = p.memory_id offset 0) m
    where p.tenant_id = palimpsest.tenant() and p.memory_id = any (p_ids) and (p_person or e.proposer_id = p_reader)
      and (palimpsest.visible(m.visibility, m.owner_id, m.audience)
           or (m.kind = 'capsule' and palimpsest.governs_capsules()))
    order by e.created_at, e.edit_id;
  else
    return query
    select e.memory_id, e.edit_id, e.op, e.proposer_type, e.proposer_id, e.created_at
    from palimpsest.memory_edit e
    join palimpsest.memory m on m.tenant_id = e.tenant_id and m.id = e.memory_id
    where e.tenant_id = palimpsest.tenant() and e.memory_id = any (p_ids) and (p_person or e.proposer_id = p_reader)
      and palimpsest.was_committed(e.transaction_id, e.created_at, p_snapshot, p_at)
      and not exists (
        select 1 from palimpsest.memory_edit_event v
        where v.tenant_id = e.tenant_id and v.edit_id = e.edit_id
          and palimpsest.was_committed(v.transaction_id, v.at, p_snapshot, p_at))
      and (palimpsest.visible(m.visibility, m.owner_id, m.audience)
           or (m.kind = 'capsule' and palimpsest.governs_capsules()))
    order by e.created_at, e.edit_id;
  end if;
end $$;
grant execute on function palimpsest.pending_edits(text[], text, boolean, timestamptz, pg_snapshot) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;

-- Whoever is suspended revokes no capsule and starts no job. The functions of the definer change capsules, and so it is
-- the definer who looks whether the caller is suspended.
create policy definer_in_tenant on palimpsest.principal for select to palimpsest_definer
  using (tenant_id = palimpsest.tenant());
grant select on palimpsest.principal to palimpsest_definer;
create trigger refuse_suspended before update on palimpsest.capsule
  for each statement execute function palimpsest.refuse_suspended();
create trigger refuse_suspended before insert on palimpsest.job
  for each statement execute function palimpsest.refuse_suspended();

-- Nor does it stop or retry a job. A trigger would also refuse what a worker writes of a job that it runs for it.
grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

create or replace function palimpsest.stop_job(p_job text) returns boolean
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  select palimpsest.assert_not_suspended();
  with changed as (
    update palimpsest.job j
    set status = 'STOPPED', locked_by = null, locked_until = null, updated_at = clock_timestamp()
    where j.tenant_id = palimpsest.tenant() and j.job_id = p_job and j.status in ('PENDING', 'PROCESSING')
      and (j.principal_id = palimpsest.principal() or palimpsest.role() = 'admin')
    returning 1)
  select exists (select 1 from changed);
end;

create or replace function palimpsest.retry_job(p_job text) returns boolean
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  select palimpsest.assert_not_suspended();
  with changed as (
    update palimpsest.job j
    set status = 'PENDING', attempts = 0, error = null, run_at = clock_timestamp(), updated_at = clock_timestamp()
    where j.tenant_id = palimpsest.tenant() and j.job_id = p_job and j.status in ('FAILED', 'STOPPED')
      and (j.principal_id = palimpsest.principal() or palimpsest.role() = 'admin')
      and not exists (
        select 1 from palimpsest.job o
        where o.tenant_id = j.tenant_id and o.kind = j.kind and o.payload->>'key' = j.payload->>'key'
          and o.principal_id is not distinct from j.principal_id
          and o.status in ('PENDING', 'PROCESSING'))
    returning 1)
  select exists (select 1 from changed);
end;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
