-- What agents share while they work on a plan. None of it is a memory: no search finds it, and it is kept as it was sent.

-- Working state: keys with JSON values. A plan need not exist to have some.
create table palimpsest.plan_state (
  tenant_id  text not null references palimpsest.tenant,
  plan_id    text not null,
  -- In the order of code points, which is the order of the list.
  key        text collate "C" not null,
  value      jsonb not null,
  version    integer not null default 1,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by text not null,
  primary key (tenant_id, plan_id, key)
);
alter table palimpsest.plan_state enable row level security, force row level security;
create policy shared_in_tenant on palimpsest.plan_state to palimpsest_app
  using (tenant_id = palimpsest.tenant())
  with check (tenant_id = palimpsest.tenant()
              and updated_by = palimpsest.principal_type() || ':' || palimpsest.principal());
grant select, insert, update, delete on palimpsest.plan_state to palimpsest_app;
create trigger refuse_suspended before insert or update or delete on palimpsest.plan_state
  for each statement execute function palimpsest.refuse_suspended();
