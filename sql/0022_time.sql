-- The times that memories tell of, and the language in which words are stemmed.

-- "I saw her yesterday" tells of the day before it was said: from its first moment to the first one after it. The
-- application reads times off a text when it is written. `reach` is the length in days that a span of its class has at
-- most, so that those which overlap a period are found by where they begin.
create table palimpsest.told_time (
  tenant_id text not null,
  memory_id text not null,
  starts_at timestamptz not null,
  ends_at   timestamptz not null,
  reach     smallint not null generated always as (
    case when ends_at - starts_at <= interval '7 days' then 7
         when ends_at - starts_at <= interval '31 days' then 31 else 366 end) stored,
  primary key (tenant_id, memory_id, starts_at, ends_at),
  foreign key (tenant_id, memory_id) references palimpsest.memory,
  check (ends_at > starts_at and ends_at - starts_at <= interval '366 days')
);
create index told_time_start on palimpsest.told_time (tenant_id, reach, starts_at);
alter table palimpsest.told_time enable row level security, force row level security;
-- Whoever may not see a memory does not learn what it tells of.
create policy of_visible_memory on palimpsest.told_time for select to palimpsest_app
  using (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id offset 0));
create policy definer_in_tenant on palimpsest.told_time to palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select on palimpsest.told_time to palimpsest_app;
grant select, insert, delete on palimpsest.told_time to palimpsest_definer;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- A memory whose text has changed no longer tells of what it told; one that is retracted tells of nothing.
create function palimpsest.forget_times() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from palimpsest.told_time t where t.tenant_id = new.tenant_id and t.memory_id = new.id;
  return null;
end $$;

-- Stores what memories tell of, right after they or their texts were written: of those that the caller may undo and that
-- are not retracted.
create function palimpsest.tell_times(p_ids text[], p_from timestamptz[], p_to timestamptz[]) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into palimpsest.told_time (tenant_id, memory_id, starts_at, ends_at)
  select m.tenant_id, m.id, given.starts_at, given.ends_at
  from unnest(p_ids, p_from, p_to) as given(id, starts_at, ends_at)
  join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = given.id
  where not m.retracted and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
  on conflict do nothing;
end;
grant execute on function palimpsest.tell_times(text[], timestamptz[], timestamptz[]) to palimpsest_app;

-- Replaces what memories tell of whose texts have not changed since they were read. For the worker, which reads the
-- texts of all.
create function palimpsest.replace_times(p_ids text[], p_hashes text[], p_of text[], p_from timestamptz[], p_to timestamptz[])
  returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  same text[];
begin
  select array_agg(m.id) into same from (
    select k.id from palimpsest.memory k
    join unnest(p_ids, p_hashes) as given(id, hash) on k.id = given.id and k.content_hash = given.hash
    where k.tenant_id = palimpsest.tenant() and not k.retracted order by k.id for no key update of k) m;
  delete from palimpsest.told_time t where t.tenant_id = palimpsest.tenant() and t.memory_id = any (same);
  insert into palimpsest.told_time (tenant_id, memory_id, starts_at, ends_at)
  select palimpsest.tenant(), given.id, given.starts_at, given.ends_at
  from unnest(p_of, p_from, p_to) as given(id, starts_at, ends_at)
  where given.id = any (same)
  on conflict do nothing;
end $$;
grant execute on function palimpsest.replace_times(text[], text[], text[], timestamptz[], timestamptz[]) to palimpsest_worker;

-- One job for each tenant that has memories by now.
insert into palimpsest.job (tenant_id, job_id, kind, payload)
select t.tenant_id, palimpsest.new_job_id(), 'told_times', jsonb_build_object('key', 'told times')
from palimpsest.tenant t;

reset role;
revoke create on schema palimpsest from palimpsest_definer;

create trigger forget_times after update of text, retracted on palimpsest.memory for each row
  when (old.text is distinct from new.text or old.retracted is distinct from new.retracted)
  execute function palimpsest.forget_times();
