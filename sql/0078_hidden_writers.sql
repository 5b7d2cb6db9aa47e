-- From the moment in which a writer is rolled back nothing of it is read, however long its memories take to be edited.
-- A rollback also reaches capsules that others forwarded, and what agents decided by its memories.

-- Writers whose rollback goes on. Readers take their names along in `palimpsest.rolling_back`, one on each line.
create table palimpsest.rolling_back (
  tenant_id   text not null references palimpsest.tenant on delete cascade,
  rollback_id text not null,
  owner_id    text not null,
  begun_at    timestamptz not null default clock_timestamp(),
  primary key (tenant_id, rollback_id)
);
alter table palimpsest.rolling_back enable row level security, force row level security;
create policy tenant_only on palimpsest.rolling_back for select to palimpsest_app
  using (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.rolling_back to palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select on palimpsest.rolling_back to palimpsest_app;
grant select, insert, delete on palimpsest.rolling_back to palimpsest_definer;

-- Whether a memory of this visibility is for the caller.
create function palimpsest.addressed(p_visibility text, p_owner text, p_audience text[]) returns boolean
  language sql stable parallel safe
  return p_visibility = 'tenant' or p_owner = palimpsest.principal()
    or (p_visibility in ('team', 'custom') and p_audience && palimpsest.readers());

-- The same, and its writer is not being rolled back. The writer itself may see its own, or it could write nothing more.
-- Written so that the planner takes nearly all rows to pass.
create or replace function palimpsest.visible(p_visibility text, p_owner text, p_audience text[]) returns boolean
  language sql stable parallel safe
  return (p_visibility = 'tenant' or p_owner = palimpsest.principal()
      or (p_visibility in ('team', 'custom') and p_audience && palimpsest.readers()))
    and case when current_setting('palimpsest.rolling_back', true) <> ''
             then (p_owner = any (string_to_array(current_setting('palimpsest.rolling_back', true), chr(10)))
                   and p_owner is distinct from palimpsest.principal())::integer
             else 0 end <> 1;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Hides what a writer wrote until its rollback ends.
create function palimpsest.hide_writer(p_rollback text, p_writer text) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into palimpsest.rolling_back (tenant_id, rollback_id, owner_id)
  select palimpsest.tenant(), p_rollback, substr(p_writer, strpos(p_writer, ':') + 1)
  where palimpsest.role() in ('reviewer', 'admin')
  on conflict do nothing;
end;
grant execute on function palimpsest.hide_writer(text, text) to palimpsest_app;

create function palimpsest.show_writer(p_rollback text) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  delete from palimpsest.rolling_back r
  where r.tenant_id = palimpsest.tenant() and r.rollback_id = p_rollback and palimpsest.role() in ('reviewer', 'admin');
end;
grant execute on function palimpsest.show_writer(text) to palimpsest_app;

-- Retracted memories with the words of these texts, by the id of the memory that each text is for: one lookup, however
-- many texts there are. A retracted text is refused also while its writer is being rolled back.
drop function palimpsest.tombstone(text, text, text, text, boolean);
create function palimpsest.tombstones(p_ids text[], p_words text[], p_hashes text[], p_subject_types text[],
                                      p_subject_ids text[], p_passages boolean[])
  returns table (id text, memory_id text)
  language plpgsql stable security definer rows 1 set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan as $$
begin
  return query
  with stone as materialized (
    select m.id, m.kind, m.subject_type, m.subject_id, m.words_hash, m.original_words_hash, m.content_hash,
      m.original_hash
    from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.retracted
      and (m.words_hash = any (p_words) or m.original_words_hash = any (p_words)
           or (m.original_words_hash is null
               and (m.original_hash = any (p_hashes) or m.content_hash = any (p_hashes))))
      and palimpsest.addressed(m.visibility, m.owner_id, m.audience)
  )
  select given.id, stone.id
  from stone
  join unnest(p_ids, p_words, p_hashes, p_subject_types, p_subject_ids, p_passages)
    as given(id, words, hash, subject_type, subject_id, passage)
    on stone.words_hash = given.words or stone.original_words_hash = given.words
      or (stone.original_words_hash is null and (stone.original_hash = given.hash or stone.content_hash = given.hash))
  where not (given.passage and stone.kind = 'semantic_event')
    and palimpsest.same_subject(stone.subject_type, stone.subject_id, given.subject_type, given.subject_id);
end $$;
grant execute on function palimpsest.tombstones(text[], text[], text[], text[], text[], boolean[]) to palimpsest_app;

-- The place as one comparison of rows, which the index of writers answers: a step does not begin at the first memory.
create or replace function palimpsest.written_by(p_writer text, p_op text, p_since timestamptz, p_until timestamptz,
                                      p_after timestamptz, p_after_id text, p_limit integer)
  returns table (id text, kind text, writer text, owner_id text, visibility text, retracted boolean,
                 recorded_at text, seen boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with untouched as (
    select m.id from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.writer = p_writer and palimpsest.role() in ('reviewer', 'admin')
      and m.recorded_at >= coalesce(p_since, '-infinity') and m.recorded_at <= p_until
      and (m.recorded_at, m.id) > (coalesce(p_after, '-infinity'), coalesce(p_after_id, ''))
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
    palimpsest.addressed(m.visibility, m.owner_id, m.audience)
  from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant()
    and m.id in (select u.id from untouched u union select h.id from hidden_by_itself h)
  order by m.recorded_at, m.id limit p_limit;
end;

-- The memories that these names are ids of, or the ids of events that they were recorded with.
create function palimpsest.named_memories(p_attributes jsonb) returns table (id text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id
  from jsonb_array_elements_text(
    case when jsonb_typeof(p_attributes->'refs') = 'array' then p_attributes->'refs' else '[]' end) as ref(name)
  left join palimpsest.record r on r.tenant_id = palimpsest.tenant() and r.event_id = ref.name
  join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = coalesce(r.memory_id, ref.name);
end;

-- A decision or a task is linked to the memories that it refers to. A link stays where the reference is taken out, and
-- is looked at again where it is followed.
create function palimpsest.link_references() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into palimpsest.memory_link (tenant_id, from_id, to_id, type)
  select distinct new.tenant_id, new.id, n.id, 'mentions' from palimpsest.named_memories(new.attributes) n
  where n.id <> new.id
  on conflict do nothing;
  return null;
end $$;

-- As before, and the capsules that were forwarded from these, and the decisions and tasks of agents and services that
-- refer to these. A person's are that person's judgement.
create or replace function palimpsest.made_from_any(p_ids text[])
  returns table (id text, source_id text, kind text, writer text, owner_id text, visibility text, retracted boolean,
                 seen boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with made as (
    select l.from_id as id, l.to_id as source_id, l.type from palimpsest.memory_link l
    where l.tenant_id = palimpsest.tenant() and l.type in ('derived_from', 'mentions') and l.to_id = any (p_ids)
    union all
    select c.memory_id, c.forwarded_from, 'forwarded' from palimpsest.capsule c
    where c.tenant_id = palimpsest.tenant() and c.forwarded_from = any (p_ids)
  )
  select distinct on (m.id) m.id, made.source_id, m.kind, m.writer, m.owner_id, m.visibility, m.retracted,
    palimpsest.visible(m.visibility, m.owner_id, m.audience)
  from made
  join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = made.id
  where not m.retracted and not m.quarantined and palimpsest.role() in ('reviewer', 'admin')
    and case when made.type = 'mentions'
             then not starts_with(m.writer, 'human:')
               and made.source_id in (select n.id from palimpsest.named_memories(m.attributes) n)
             else true end
  order by m.id, made.source_id;
end;

-- Decisions and tasks of people that refer to what a writer wrote from p_since on. They stay; whoever rolls back is told.
create function palimpsest.refers_to_writer(p_writer text, p_since timestamptz)
  returns table (id text, seen boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select distinct m.id, palimpsest.visible(m.visibility, m.owner_id, m.audience)
  from palimpsest.memory m
  cross join lateral palimpsest.named_memories(m.attributes) n
  join palimpsest.memory s on s.tenant_id = m.tenant_id and s.id = n.id
  where m.tenant_id = palimpsest.tenant() and m.kind in ('decision', 'task') and m.attributes ? 'refs'
    and starts_with(m.writer, 'human:') and s.writer = p_writer and m.writer <> p_writer
    and (p_since is null or s.recorded_at >= p_since)
    and not m.retracted and not m.quarantined and palimpsest.role() in ('reviewer', 'admin')
  order by m.id;
end;
grant execute on function palimpsest.refers_to_writer(text, timestamptz) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;

create trigger link_references after insert on palimpsest.memory
  for each row when (new.kind in ('decision', 'task') and new.attributes ? 'refs' and new.attributes->'refs' <> '[]')
  execute function palimpsest.link_references();
create trigger link_other_references after update of attributes on palimpsest.memory
  for each row when (new.kind in ('decision', 'task') and new.attributes->'refs' is distinct from old.attributes->'refs')
  execute function palimpsest.link_references();

-- The references of what is there. The owner of the tables is held to their policies; for this once it is not.
alter table palimpsest.memory no force row level security;
alter table palimpsest.record no force row level security;
alter table palimpsest.memory_link no force row level security;
insert into palimpsest.memory_link (tenant_id, from_id, to_id, type)
select distinct m.tenant_id, m.id, s.id, 'mentions'
from palimpsest.memory m
cross join lateral jsonb_array_elements_text(
  case when jsonb_typeof(m.attributes->'refs') = 'array' then m.attributes->'refs' else '[]' end) as ref(name)
left join palimpsest.record r on r.tenant_id = m.tenant_id and r.event_id = ref.name
join palimpsest.memory s on s.tenant_id = m.tenant_id and s.id = coalesce(r.memory_id, ref.name)
where m.kind in ('decision', 'task') and s.id <> m.id
on conflict do nothing;
alter table palimpsest.memory force row level security;
alter table palimpsest.record force row level security;
alter table palimpsest.memory_link force row level security;
