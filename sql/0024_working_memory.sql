-- The working memory of the Heart: what a principal has in mind in one session. It is its owner's alone and no memory: no
-- search finds it, and no past of it is kept.
create table palimpsest.working_memory (
  tenant_id     text not null references palimpsest.tenant,
  principal_id  text not null,
  session_id    text not null,
  current_task  text,
  current_frame text,
  created_at    timestamptz not null default clock_timestamp(),
  -- Set by every change, which locks the row: changes made at once wait for one another.
  updated_at    timestamptz not null default clock_timestamp(),
  primary key (tenant_id, principal_id, session_id)
);
alter table palimpsest.working_memory enable row level security, force row level security;
create policy own on palimpsest.working_memory to palimpsest_app
  using (tenant_id = palimpsest.tenant() and principal_id = palimpsest.principal())
  with check (tenant_id = palimpsest.tenant() and principal_id = palimpsest.principal());
grant select, insert, delete on palimpsest.working_memory to palimpsest_app;
grant update (current_task, current_frame, updated_at) on palimpsest.working_memory to palimpsest_app;
create trigger refuse_suspended before insert or update or delete on palimpsest.working_memory
  for each statement execute function palimpsest.refuse_suspended();

-- Memories held in mind. They are read through their own policies whenever the working memory is: this names them only.
create table palimpsest.working_item (
  tenant_id    text not null,
  principal_id text not null,
  session_id   text not null,
  ref_id       text not null,
  type         text not null check (type in ('fact', 'procedure', 'decision', 'censor', 'episode')),
  summary      text,
  -- Of the memory's text when it was loaded: once that has changed, the summary no longer stands for it.
  text_digest  text not null,
  relevance    double precision not null check (relevance between 0 and 1),
  loaded_at    timestamptz not null default clock_timestamp(),
  primary key (tenant_id, principal_id, session_id, ref_id),
  foreign key (tenant_id, principal_id, session_id) references palimpsest.working_memory on delete cascade
);
alter table palimpsest.working_item enable row level security, force row level security;
create policy own on palimpsest.working_item to palimpsest_app
  using (tenant_id = palimpsest.tenant() and principal_id = palimpsest.principal())
  with check (tenant_id = palimpsest.tenant() and principal_id = palimpsest.principal());
grant select, insert, delete on palimpsest.working_item to palimpsest_app;
grant update (type, summary, text_digest, relevance, loaded_at) on palimpsest.working_item to palimpsest_app;

create table palimpsest.working_thread (
  tenant_id    text not null,
  principal_id text not null,
  session_id   text not null,
  thread_id    text not null,
  description  text not null,
  decision_id  text,
  priority     text not null check (priority in ('low', 'medium', 'high')),
  created_at   timestamptz not null default clock_timestamp(),
  primary key (tenant_id, principal_id, session_id, thread_id),
  foreign key (tenant_id, principal_id, session_id) references palimpsest.working_memory on delete cascade
);
alter table palimpsest.working_thread enable row level security, force row level security;
create policy own on palimpsest.working_thread to palimpsest_app
  using (tenant_id = palimpsest.tenant() and principal_id = palimpsest.principal())
  with check (tenant_id = palimpsest.tenant() and principal_id = palimpsest.principal());
grant select, insert, delete on palimpsest.working_thread to palimpsest_app;

-- What a context showed of working memory and a plan's state: the ids of memories held in mind, and how many tokens the rest
-- took. That text is not kept, so that it can be deleted; a replay leaves the same room for it.
alter table palimpsest.receipt add column state jsonb;
