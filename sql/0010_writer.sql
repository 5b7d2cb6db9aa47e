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

-- Who answers for the words that edits have put into a memory, as type:id. Trust goes by them as well as by the writer.
alter table palimpsest.memory add column edited_by text[] not null default '{}';
grant update (edited_by) on palimpsest.memory to palimpsest_definer;

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
              and not retracted and not amended and edited_by = '{}' and edit_count = 0);

create policy definer_in_tenant on palimpsest.memory_edit_pending for select to palimpsest_definer
  using (tenant_id = palimpsest.tenant());
grant select on palimpsest.memory_edit_pending to palimpsest_definer;
create index memory_edit_proposer on palimpsest.memory_edit (tenant_id, proposer_id, created_at);

-- Whether a reviewer or an admin decided. Null in decisions from before this column: they count as a reviewer's.
alter table palimpsest.memory_edit_event add column by_reviewer boolean;
alter table palimpsest.memory_edit_event
  alter column by_reviewer set default palimpsest.role() in ('reviewer', 'admin');

-- The rollback of a writer by which an edit was made, an edit rejected or a state set, so that it can be undone as a
-- whole.
alter table palimpsest.memory_edit add column rollback_id text;
alter table palimpsest.memory_edit_event add column rollback_id text;
alter table palimpsest.memory_state add column rollback_id text;
create index memory_edit_rollback on palimpsest.memory_edit (tenant_id, rollback_id) where rollback_id is not null;
create index memory_edit_event_rollback on palimpsest.memory_edit_event (tenant_id, rollback_id)
  where rollback_id is not null;
create index memory_state_rollback on palimpsest.memory_state (tenant_id, rollback_id) where rollback_id is not null;
create index memory_state_actor on palimpsest.memory_state (tenant_id, actor_id);

-- Whoever is suspended writes nothing, whatever its credential.
alter table palimpsest.principal
  add column suspended_at timestamptz,
  add column suspended_by text,
  add column suspended_reason text,
  add check ((suspended_at is null) = (suspended_by is null));
create policy reviewers_suspend on palimpsest.principal as restrictive for update to palimpsest_app
  using (palimpsest.role() in ('reviewer', 'admin'));
grant update (suspended_at, suspended_by, suspended_reason) on palimpsest.principal to palimpsest_app;

-- The lock that a principal's writes share, and that suspending it takes alone. So whoever suspends waits for the writes
-- that are under way and sees them, and what begins later is refused.
create function palimpsest.writer_lock(p_principal text) returns bigint
  language sql stable parallel safe
  return hashtextextended(palimpsest.tenant() || ' writes ' || p_principal, 0);

create function palimpsest.assert_not_suspended() returns void
  language plpgsql as $$
begin
  if palimpsest.principal() is not null then
    perform pg_advisory_xact_lock_shared(palimpsest.writer_lock(palimpsest.principal()));
    if exists (select 1 from palimpsest.principal p
               where p.tenant_id = palimpsest.tenant() and p.principal_id = palimpsest.principal()
                 and p.suspended_at is not null) then
      raise exception 'the principal is suspended' using errcode = 'PA006';
    end if;
  end if;
end $$;

-- A function of its own for each statement, not for each row.
create function palimpsest.refuse_suspended() returns trigger
  language plpgsql as $$
begin
  perform palimpsest.assert_not_suspended();
  return null;
end $$;
create trigger refuse_suspended before insert on palimpsest.memory
  for each statement execute function palimpsest.refuse_suspended();
create trigger refuse_suspended before insert on palimpsest.memory_edit
  for each statement execute function palimpsest.refuse_suspended();
create trigger refuse_suspended before insert on palimpsest.memory_edit_event
  for each statement execute function palimpsest.refuse_suspended();
create trigger refuse_suspended before insert on palimpsest.memory_state
  for each statement execute function palimpsest.refuse_suspended();
create trigger refuse_suspended before insert on palimpsest.record
  for each statement execute function palimpsest.refuse_suspended();
create trigger refuse_suspended before insert on palimpsest.policy
  for each statement execute function palimpsest.refuse_suspended();
create trigger refuse_suspended before insert or update on palimpsest.api_key
  for each statement execute function palimpsest.refuse_suspended();
create trigger refuse_suspended before update on palimpsest.principal
  for each statement execute function palimpsest.refuse_suspended();

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

-- Has a later restore undone this edit?
create function palimpsest.is_undone(p_memory text, p_edit text, p_op text, p_patch jsonb, p_seq bigint) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select exists (
    select 1 from palimpsest.memory_edit_event w
    join palimpsest.memory_edit r on r.tenant_id = w.tenant_id and r.edit_id = w.edit_id
    where w.tenant_id = palimpsest.tenant() and w.memory_id = p_memory and w.status = 'approved' and w.seq > p_seq
      and r.op = 'restore' and (r.patch->>'op' is null or r.patch->>'op' = p_op)
      and (r.patch->>'channel' is null or r.patch->>'channel' = p_patch->>'channel')
      and (r.patch->>'edit_id' is null or r.patch->>'edit_id' = p_edit));
end;

-- What a writer wrote from p_since to p_until and an edit of this op would change, after a place, oldest first. For those
-- who review, who may undo it all; `seen`: they may also read it. Texts are not given. What only the writer itself has
-- retracted or quarantined is among it: the writer could restore that.
create function palimpsest.written_by(p_writer text, p_op text, p_since timestamptz, p_until timestamptz,
                                      p_after timestamptz, p_after_id text, p_limit integer)
  returns table (id text, kind text, writer text, owner_id text, visibility text, retracted boolean,
                 recorded_at text, seen boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with untouched as (
    select m.id from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.writer = p_writer and palimpsest.role() in ('reviewer', 'admin')
      and (p_since is null or m.recorded_at >= p_since) and m.recorded_at <= p_until
      and (p_after is null or (m.recorded_at, m.id) > (p_after, p_after_id))
      and not m.retracted and (p_op <> 'quarantine' or not m.quarantined)
    order by m.recorded_at, m.id limit p_limit
  ), hidden_by_itself as (
    select distinct m.id, m.recorded_at from palimpsest.memory_edit e
    join palimpsest.memory_edit_event v on v.tenant_id = e.tenant_id and v.edit_id = e.edit_id and v.status = 'approved'
    join palimpsest.memory m on m.tenant_id = e.tenant_id and m.id = e.memory_id and m.writer = p_writer
    where e.tenant_id = palimpsest.tenant() and e.proposer_id = substr(p_writer, strpos(p_writer, ':') + 1)
      and e.proposer_type = split_part(p_writer, ':', 1) and e.op in ('retract', 'quarantine')
      and palimpsest.role() in ('reviewer', 'admin') and (m.retracted or m.quarantined)
      and (p_since is null or m.recorded_at >= p_since) and m.recorded_at <= p_until
      and (p_after is null or (m.recorded_at, m.id) > (p_after, p_after_id))
      and not palimpsest.is_undone(m.id, e.edit_id, e.op, e.patch, v.seq)
      and not exists (
        select 1 from palimpsest.memory_edit o
        join palimpsest.memory_edit_event w on w.tenant_id = o.tenant_id and w.edit_id = o.edit_id and w.status = 'approved'
        where o.tenant_id = e.tenant_id and o.memory_id = m.id and o.op in ('retract', p_op)
          and o.proposer_type || ':' || o.proposer_id <> p_writer
          and not palimpsest.is_undone(m.id, o.edit_id, o.op, o.patch, w.seq))
    order by m.recorded_at, m.id limit p_limit
  )
  select m.id, m.kind, m.writer, m.owner_id, m.visibility, m.retracted, m.recorded_at::text,
    palimpsest.visible(m.visibility, m.owner_id, m.audience)
  from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant()
    and m.id in (select u.id from untouched u union select h.id from hidden_by_itself h)
  order by m.recorded_at, m.id limit p_limit;
end;
grant execute on function palimpsest.written_by(text, text, timestamptz, timestamptz, timestamptz, text, integer)
  to palimpsest_app;

-- How many memories a writer wrote from p_since on, whatever became of them.
create function palimpsest.count_written(p_writer text, p_since timestamptz) returns bigint
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select count(*) from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.writer = p_writer and palimpsest.role() in ('reviewer', 'admin')
    and (p_since is null or m.recorded_at >= p_since);
end;
grant execute on function palimpsest.count_written(text, timestamptz) to palimpsest_app;

-- The memories made directly from these that are still in use, each with one of those it was made from.
create function palimpsest.made_from_any(p_ids text[])
  returns table (id text, source_id text, kind text, writer text, owner_id text, visibility text, retracted boolean,
                 seen boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select distinct on (m.id) m.id, l.to_id, m.kind, m.writer, m.owner_id, m.visibility, m.retracted,
    palimpsest.visible(m.visibility, m.owner_id, m.audience)
  from palimpsest.memory_link l
  join palimpsest.memory m on m.tenant_id = l.tenant_id and m.id = l.from_id
  where l.tenant_id = palimpsest.tenant() and l.type = 'derived_from' and l.to_id = any (p_ids)
    and not m.retracted and not m.quarantined and palimpsest.role() in ('reviewer', 'admin')
  order by m.id, l.to_id;
end;
grant execute on function palimpsest.made_from_any(text[]) to palimpsest_app;

-- Edits that a principal proposed from p_since on and that wait.
create function palimpsest.pending_of(p_writer text, p_since timestamptz, p_limit integer)
  returns table (edit_id text, memory_id text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select e.edit_id, e.memory_id
  from palimpsest.memory_edit_pending p
  join palimpsest.memory_edit e on e.tenant_id = p.tenant_id and e.edit_id = p.edit_id
  where p.tenant_id = palimpsest.tenant() and e.proposer_type || ':' || e.proposer_id = p_writer
    and (p_since is null or e.created_at >= p_since) and palimpsest.role() in ('reviewer', 'admin')
  order by e.edit_id limit p_limit;
end;
grant execute on function palimpsest.pending_of(text, timestamptz, integer) to palimpsest_app;

-- Edits in force that a principal proposed, from p_since on, to what others wrote, and those that came along with them
-- when somebody approved them: one of each memory. What has to be analysed when it comes back is given only where the
-- caller may read it.
create function palimpsest.edits_in_force_of(p_writer text, p_since timestamptz, p_limit integer)
  returns table (edit_id text, memory_id text, kind text, writer text, owner_id text, visibility text, retracted boolean,
                 seen boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with own as (
    select e.edit_id from palimpsest.memory_edit e
    where e.tenant_id = palimpsest.tenant() and e.proposer_id = substr(p_writer, strpos(p_writer, ':') + 1)
      and e.proposer_type = split_part(p_writer, ':', 1) and e.op <> 'restore'
      and (p_since is null or e.created_at >= p_since) and palimpsest.role() in ('reviewer', 'admin')
  ), made as (
    select own.edit_id from own
    union
    select c.edit_id from own
    join palimpsest.memory_edit c on c.tenant_id = palimpsest.tenant() and c.caused_by = own.edit_id and c.op <> 'restore'
  )
  select distinct on (m.id) e.edit_id, m.id, m.kind, m.writer, m.owner_id, m.visibility, m.retracted,
    palimpsest.visible(m.visibility, m.owner_id, m.audience)
  from made
  join palimpsest.memory_edit e on e.tenant_id = palimpsest.tenant() and e.edit_id = made.edit_id
  join palimpsest.memory_edit_event v on v.tenant_id = e.tenant_id and v.edit_id = e.edit_id and v.status = 'approved'
  join palimpsest.memory m on m.tenant_id = e.tenant_id and m.id = e.memory_id and m.writer <> p_writer
  where (palimpsest.visible(m.visibility, m.owner_id, m.audience) or e.op not in ('retract', 'amend'))
    and (m.expires_at is null or m.expires_at > now())
    and not palimpsest.is_undone(m.id, e.edit_id, e.op, e.patch, v.seq)
  order by m.id, v.seq desc limit p_limit;
end;
grant execute on function palimpsest.edits_in_force_of(text, timestamptz, integer) to palimpsest_app;

-- Gives memories of others whose state a principal has set, from p_since on, the state that they had before. For those
-- who review. The caller logs the new states.
create function palimpsest.take_back_states(p_writer text, p_since timestamptz, p_limit integer)
  returns table (memory_id text, status text)
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with given as (
    select s.memory_id, max(s.seq) as seq from palimpsest.memory_state s
    where s.tenant_id = palimpsest.tenant() and s.actor_id = substr(p_writer, strpos(p_writer, ':') + 1)
      and (p_since is null or s.at >= p_since) and palimpsest.role() in ('reviewer', 'admin')
    group by s.memory_id
  ), earlier as (
    select m.id, b.status from given g
    join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = g.memory_id and m.writer <> p_writer
    cross join lateral (
      select b.status from palimpsest.memory_state b
      where b.tenant_id = m.tenant_id and b.memory_id = m.id and b.seq < g.seq
        and (b.actor_id <> substr(p_writer, strpos(p_writer, ':') + 1) or b.at < p_since)
      order by b.seq desc limit 1) b
    where b.status <> m.status and not exists (
      select 1 from palimpsest.memory_state n
      where n.tenant_id = m.tenant_id and n.memory_id = m.id and n.seq > g.seq)
    order by m.id limit p_limit
  )
  update palimpsest.memory m set status = earlier.status from earlier
  where m.tenant_id = palimpsest.tenant() and m.id = earlier.id
  returning m.id, m.status;
end;
grant execute on function palimpsest.take_back_states(text, timestamptz, integer) to palimpsest_app;

-- The same for the states that a rollback has set and that nobody has changed since.
create function palimpsest.undo_states(p_rollback text, p_limit integer) returns table (memory_id text, status text)
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with earlier as (
    select m.id, b.status from palimpsest.memory_state s
    join palimpsest.memory m on m.tenant_id = s.tenant_id and m.id = s.memory_id
    cross join lateral (
      select b.status from palimpsest.memory_state b
      where b.tenant_id = m.tenant_id and b.memory_id = m.id and b.seq < s.seq order by b.seq desc limit 1) b
    where s.tenant_id = palimpsest.tenant() and s.rollback_id = p_rollback and b.status <> m.status
      and palimpsest.role() in ('reviewer', 'admin') and not exists (
        select 1 from palimpsest.memory_state n
        where n.tenant_id = m.tenant_id and n.memory_id = m.id and n.seq > s.seq)
    order by m.id limit p_limit
  )
  update palimpsest.memory m set status = earlier.status from earlier
  where m.tenant_id = palimpsest.tenant() and m.id = earlier.id
  returning m.id, m.status;
end;
grant execute on function palimpsest.undo_states(text, integer) to palimpsest_app;

-- The edits of a rollback that are in force, one of each memory. For those who review.
create function palimpsest.rolled_back(p_rollback text, p_limit integer)
  returns table (edit_id text, id text, kind text, writer text, owner_id text, visibility text, retracted boolean,
                 edit_count integer, seen boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select distinct on (m.id) e.edit_id, m.id, m.kind, m.writer, m.owner_id, m.visibility, m.retracted, m.edit_count,
    palimpsest.visible(m.visibility, m.owner_id, m.audience)
  from palimpsest.memory_edit e
  join palimpsest.memory_edit_event v on v.tenant_id = e.tenant_id and v.edit_id = e.edit_id and v.status = 'approved'
  join palimpsest.memory m on m.tenant_id = e.tenant_id and m.id = e.memory_id
  where e.tenant_id = palimpsest.tenant() and e.rollback_id = p_rollback and e.op <> 'restore'
    and palimpsest.role() in ('reviewer', 'admin') and (m.expires_at is null or m.expires_at > now())
    and not palimpsest.is_undone(m.id, e.edit_id, e.op, e.patch, v.seq)
  order by m.id, v.seq desc limit p_limit;
end;
grant execute on function palimpsest.rolled_back(text, integer) to palimpsest_app;

-- What a rollback did: memories that it took back, edits that it rejected, edits of the writer that it undid, states.
create function palimpsest.rollback_counts(p_rollback text)
  returns table (taken integer, rejected integer, undone integer, states integer)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select count(*) filter (where e.op <> 'restore')::integer,
    (select count(*)::integer from palimpsest.memory_edit_event v
     where v.tenant_id = palimpsest.tenant() and v.rollback_id = p_rollback and palimpsest.role() in ('reviewer', 'admin')),
    count(*) filter (where e.op = 'restore')::integer,
    (select count(*)::integer from palimpsest.memory_state s
     where s.tenant_id = palimpsest.tenant() and s.rollback_id = p_rollback and palimpsest.role() in ('reviewer', 'admin'))
  from palimpsest.memory_edit e
  where e.tenant_id = palimpsest.tenant() and e.rollback_id = p_rollback and palimpsest.role() in ('reviewer', 'admin');
end;
grant execute on function palimpsest.rollback_counts(text) to palimpsest_app;

-- Locks memories that the caller may undo, in one order.
create or replace function palimpsest.lock_memories(p_ids text[]) returns table (id text, edit_count integer, retracted boolean)
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id, m.edit_count, m.retracted from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
    and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
  order by m.id for no key update;
end;

reset role;
revoke create on schema palimpsest from palimpsest_definer;

-- An edit may be read by those who may read its memory, and by whoever proposed it.
drop policy of_visible_memory on palimpsest.memory_edit;
create policy of_visible_memory_or_own on palimpsest.memory_edit for select to palimpsest_app
  using (tenant_id = palimpsest.tenant() and (proposer_id = palimpsest.principal() or exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id offset 0)));
create policy of_reachable_memory on palimpsest.memory_edit for insert to palimpsest_app
  with check (tenant_id = palimpsest.tenant() and proposer_id = palimpsest.principal()
    and proposer_type = palimpsest.principal_type()
    and (rollback_id is null or palimpsest.role() in ('reviewer', 'admin')) and (
      exists (select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id)
      or (op in ('retract', 'quarantine', 'block', 'restore') and palimpsest.memory_reachable(memory_id))));

drop policy of_visible_memory on palimpsest.memory_edit_event;
create policy of_visible_memory_or_own on palimpsest.memory_edit_event for select to palimpsest_app
  using (tenant_id = palimpsest.tenant() and (actor_id = palimpsest.principal() or exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id offset 0)));
create policy of_reachable_memory on palimpsest.memory_edit_event for insert to palimpsest_app
  with check (tenant_id = palimpsest.tenant() and actor_id = palimpsest.principal()
    and actor_type = palimpsest.principal_type() and by_reviewer = (palimpsest.role() in ('reviewer', 'admin')) and (
      exists (select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id)
      or palimpsest.memory_reachable(memory_id)));
