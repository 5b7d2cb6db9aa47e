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

-- Plans. The tenant shares them; only who created one, a reviewer or an admin deletes it.
create table palimpsest.plan (
  tenant_id      text not null references palimpsest.tenant,
  plan_id        text not null,
  user_id        text not null,
  goal_event     text not null,
  goal_data      jsonb not null,
  status         text not null check (status in ('running', 'paused', 'completed', 'failed')),
  state          jsonb not null,
  session_id     text,
  parent_plan_id text,
  response_event text,
  current_state  text,
  created_at     timestamptz not null default clock_timestamp(),
  updated_at     timestamptz not null default clock_timestamp(),
  primary key (tenant_id, plan_id)
);
create index plan_newest on palimpsest.plan (tenant_id, created_at desc, plan_id desc);
create index plan_status on palimpsest.plan (tenant_id, status, created_at desc);
create index plan_user on palimpsest.plan (tenant_id, user_id, created_at desc);
create index plan_session on palimpsest.plan (tenant_id, session_id, created_at desc) where session_id is not null;
alter table palimpsest.plan enable row level security, force row level security;
create policy shared_in_tenant on palimpsest.plan for select to palimpsest_app
  using (tenant_id = palimpsest.tenant());
create policy own_name on palimpsest.plan for insert to palimpsest_app
  with check (tenant_id = palimpsest.tenant() and user_id = palimpsest.principal());
create policy changed_in_tenant on palimpsest.plan for update to palimpsest_app
  using (tenant_id = palimpsest.tenant());
create policy own_or_reviewer on palimpsest.plan for delete to palimpsest_app
  using (tenant_id = palimpsest.tenant()
         and (user_id = palimpsest.principal() or palimpsest.role() in ('reviewer', 'admin')));
grant select, insert, delete on palimpsest.plan to palimpsest_app;
grant update (goal_data, status, state, session_id, response_event, current_state, updated_at)
  on palimpsest.plan to palimpsest_app;
create trigger refuse_suspended before insert or update or delete on palimpsest.plan
  for each statement execute function palimpsest.refuse_suspended();

-- A table of its own: policies keep an index of a list's elements from being used.
create table palimpsest.plan_correlation (
  tenant_id      text not null,
  plan_id        text not null,
  correlation_id text not null,
  position       integer not null,
  primary key (tenant_id, plan_id, correlation_id),
  foreign key (tenant_id, plan_id) references palimpsest.plan on delete cascade
);
create index plan_correlation_id on palimpsest.plan_correlation (tenant_id, correlation_id);
alter table palimpsest.plan_correlation enable row level security, force row level security;
create policy shared_in_tenant on palimpsest.plan_correlation to palimpsest_app
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select, insert, delete on palimpsest.plan_correlation to palimpsest_app;

-- What an agent needs to go on with a task after it has given parts of it to others. The tenant shares it.
create table palimpsest.task_context (
  tenant_id      text not null references palimpsest.tenant,
  task_id        text not null,
  plan_id        text,
  event_type     text not null,
  response_event text,
  response_topic text not null,
  data           jsonb not null,
  state          jsonb not null,
  created_at     timestamptz not null default clock_timestamp(),
  updated_at     timestamptz not null default clock_timestamp(),
  primary key (tenant_id, task_id)
);
create index task_context_plan on palimpsest.task_context (tenant_id, plan_id) where plan_id is not null;
alter table palimpsest.task_context enable row level security, force row level security;
create policy shared_in_tenant on palimpsest.task_context to palimpsest_app
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select, insert, delete on palimpsest.task_context to palimpsest_app;
grant update (plan_id, event_type, response_event, response_topic, data, state, updated_at)
  on palimpsest.task_context to palimpsest_app;
create trigger refuse_suspended before insert or update or delete on palimpsest.task_context
  for each statement execute function palimpsest.refuse_suspended();

create table palimpsest.task_subtask (
  tenant_id  text not null,
  task_id    text not null,
  subtask_id text not null,
  position   integer not null,
  primary key (tenant_id, task_id, subtask_id),
  foreign key (tenant_id, task_id) references palimpsest.task_context on delete cascade
);
create index task_subtask_id on palimpsest.task_subtask (tenant_id, subtask_id);
alter table palimpsest.task_subtask enable row level security, force row level security;
create policy shared_in_tenant on palimpsest.task_subtask to palimpsest_app
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select, insert, delete on palimpsest.task_subtask to palimpsest_app;

-- Sessions that were named. Each belongs to its user; two users may use one name.
create table palimpsest.session (
  tenant_id        text not null references palimpsest.tenant,
  user_id          text not null,
  session_id       text not null,
  name             text,
  agent_id         text,
  metadata         jsonb not null,
  created_at       timestamptz not null default clock_timestamp(),
  last_interaction timestamptz not null default clock_timestamp(),
  primary key (tenant_id, user_id, session_id)
);
create index session_latest on palimpsest.session (tenant_id, user_id, last_interaction desc, session_id desc);
create index session_agent on palimpsest.session (tenant_id, user_id, agent_id, last_interaction desc)
  where agent_id is not null;
alter table palimpsest.session enable row level security, force row level security;
create policy own on palimpsest.session to palimpsest_app
  using (tenant_id = palimpsest.tenant() and user_id = palimpsest.principal())
  with check (tenant_id = palimpsest.tenant() and user_id = palimpsest.principal());
grant select, insert, delete on palimpsest.session to palimpsest_app;
grant update (name, agent_id, metadata, last_interaction) on palimpsest.session to palimpsest_app;
create trigger refuse_suspended before insert or delete or update of name, agent_id, metadata on palimpsest.session
  for each statement execute function palimpsest.refuse_suspended();

-- What is written with a session's name has used the session, if the writer has one of that name.
create function palimpsest.use_session() returns trigger
  language plpgsql as $$
begin
  update palimpsest.session s set last_interaction = clock_timestamp()
  where s.tenant_id = new.tenant_id and s.user_id = palimpsest.principal() and s.session_id = new.session_id;
  return null;
end $$;
create trigger use_session after insert on palimpsest.memory
  for each row when (new.session_id is not null) execute function palimpsest.use_session();
-- An event from which no memory was made.
create trigger use_session after insert on palimpsest.record
  for each row when (new.memory_id is null) execute function palimpsest.use_session();
