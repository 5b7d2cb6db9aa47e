-- A list by tag reads the memories that carry it, in the order of the list, and no others. An index of memory.tags could
-- not be used: whether an array contains another is not a leakproof comparison, so policies keep it from being asked
-- before theirs.

create table palimpsest.memory_tag (
  tenant_id   text not null,
  memory_id   text not null,
  tag         text not null,
  occurred_at timestamptz not null,
  primary key (tenant_id, memory_id, tag),
  foreign key (tenant_id, memory_id) references palimpsest.memory on delete cascade
);
create index memory_tag_time on palimpsest.memory_tag (tenant_id, tag, occurred_at desc, memory_id desc);
alter table palimpsest.memory_tag enable row level security, force row level security;
create policy definer_in_tenant on palimpsest.memory_tag to palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
-- Each row is looked up by itself: a list stops after its page.
create policy of_visible_memory on palimpsest.memory_tag for select to palimpsest_app
  using (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id offset 0));
grant select on palimpsest.memory_tag to palimpsest_app;
grant select, insert, delete on palimpsest.memory_tag to palimpsest_definer;

alter table palimpsest.memory no force row level security;
alter table palimpsest.memory_tag no force row level security;
insert into palimpsest.memory_tag (tenant_id, memory_id, tag, occurred_at)
select distinct m.tenant_id, m.id, t.tag, m.occurred_at
from palimpsest.memory m cross join lateral unnest(m.tags) t(tag) where m.tags <> '{}';
alter table palimpsest.memory_tag force row level security;
alter table palimpsest.memory force row level security;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Keeps the tags of a memory as its row has them, whoever writes it.
create function palimpsest.write_tags() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    delete from palimpsest.memory_tag t where t.tenant_id = new.tenant_id and t.memory_id = new.id;
  end if;
  insert into palimpsest.memory_tag (tenant_id, memory_id, tag, occurred_at)
  select distinct new.tenant_id, new.id, t.tag, new.occurred_at from unnest(new.tags) t(tag);
  return null;
end $$;

reset role;
revoke create on schema palimpsest from palimpsest_definer;

create trigger write_tags after insert on palimpsest.memory
  for each row when (new.tags <> '{}') execute function palimpsest.write_tags();
create trigger rewrite_tags after update of tags, occurred_at on palimpsest.memory
  for each row when (new.tags <> old.tags or new.occurred_at <> old.occurred_at and new.tags <> '{}')
  execute function palimpsest.write_tags();
