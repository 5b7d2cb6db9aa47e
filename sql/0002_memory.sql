-- One row for each remembered thing, its original, its edits, its states and its links.

-- May the caller see a row of this visibility? All policies and all functions of the definer ask this one function.
create function palimpsest.visible(p_visibility text, p_owner text, p_audience text[]) returns boolean
  language sql stable parallel safe
  return p_visibility = 'tenant'
    or p_owner = palimpsest.principal()
    or (p_visibility in ('team', 'custom') and p_audience && palimpsest.readers());

-- Must a reader look at the memory itself before a search may lead to it by its words or its vector?
create function palimpsest.admission_needed(p_visibility text, p_class text, p_quarantined boolean, p_blocked text[],
                                            p_expires timestamptz) returns boolean
  language sql immutable parallel safe
  return p_visibility <> 'tenant' or p_class in ('pii', 'secret') or p_quarantined
    or cardinality(p_blocked) > 0 or p_expires is not null;

create table palimpsest.memory (
  tenant_id        text not null references palimpsest.tenant,
  id               text not null,
  kind             text not null,
  -- Declared by its kind: shown where chunks are shown.
  as_chunk         boolean not null default false,
  -- Where it came from. Set from the credential and the path, never by the caller.
  origin           text not null check (origin in ('human', 'agent', 'tool', 'document', 'import', 'capsule')),
  source           text not null,
  -- Who said it. A search may name the speaker.
  speaker          text,
  -- Place in the tenant's reading order: neighbours in a session have neighbouring positions.
  reading_position bigint not null,
  scope            text check (scope in ('session', 'user', 'project', 'policy', 'global')),
  subject_type     text,
  subject_id       text,
  project_id       text,
  session_id       text,
  channel          text not null check (channel in ('private', 'public', 'team', 'agent')),
  owner_id         text not null,
  visibility       text not null default 'tenant' check (visibility in ('private', 'team', 'tenant', 'custom')),
  audience         text[] not null default '{}',
  boundary_class   text not null default 'public' check (boundary_class in ('public', 'internal', 'pii', 'secret')),
  -- The effective state: the fold of the original and the approved edits.
  text             text not null,
  attributes       jsonb not null default '{}' check (jsonb_typeof(attributes) = 'object'),
  importance       real not null default 0 check (importance between 0 and 1),
  retracted        boolean not null default false,
  quarantined      boolean not null default false,
  amended          boolean not null default false,
  blocked_channels text[] not null default '{}',
  edit_count       integer not null default 0,
  status           text not null default 'active',
  tags             text[] not null default '{}',
  -- Keyed digests of the normalised text, as it is now and as it was first written.
  content_hash     text not null,
  original_hash    text not null,
  token_count      integer not null default 0,
  -- Words in the lexical index; 0 when it is not indexed.
  word_count       integer not null default 0,
  occurred_at      timestamptz not null,
  recorded_at      timestamptz not null default clock_timestamp(),
  expires_at       timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, reading_position)
);
create index memory_scope on palimpsest.memory (tenant_id, scope, occurred_at desc) where scope is not null;
create index memory_project on palimpsest.memory (tenant_id, project_id, occurred_at desc) where project_id is not null;
create index memory_subject on palimpsest.memory (tenant_id, subject_type, subject_id, occurred_at desc)
  where subject_type is not null and subject_id is not null;
create index memory_session on palimpsest.memory (tenant_id, session_id, occurred_at desc) where session_id is not null;
create index memory_time on palimpsest.memory (tenant_id, occurred_at desc);
create index memory_kind on palimpsest.memory (tenant_id, kind, status, occurred_at desc) where kind <> 'chunk';
create index memory_hash on palimpsest.memory (tenant_id, content_hash);
create index memory_original_hash on palimpsest.memory (tenant_id, original_hash);
create index memory_source on palimpsest.memory (tenant_id, source, recorded_at);

create function palimpsest.refuse_subject_change() returns trigger
  language plpgsql as $$
begin
  raise exception 'the subject of a memory is immutable' using errcode = 'PA002';
end $$;
create trigger immutable_subject before update of tenant_id, id, kind, as_chunk, origin, source, speaker, reading_position,
    scope, subject_type, subject_id, project_id, session_id, owner_id, original_hash, occurred_at, recorded_at
  on palimpsest.memory for each row
  when ((old.tenant_id, old.id, old.kind, old.as_chunk, old.origin, old.source, old.speaker, old.reading_position,
         old.scope, old.subject_type, old.subject_id, old.project_id, old.session_id, old.owner_id, old.original_hash,
         old.occurred_at, old.recorded_at)
    is distinct from
        (new.tenant_id, new.id, new.kind, new.as_chunk, new.origin, new.source, new.speaker, new.reading_position,
         new.scope, new.subject_type, new.subject_id, new.project_id, new.session_id, new.owner_id, new.original_hash,
         new.occurred_at, new.recorded_at))
  execute function palimpsest.refuse_subject_change();

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Is a capsule open, and are all capsules that it was forwarded from? Null where there is no such capsule. In PL/pgSQL,
-- because the policy below needs it and the table of capsules refers to this file's.
create function palimpsest.chain_open(p_capsule text) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (
    with recursive chain as (
      select c.* from palimpsest.capsule c
      where c.tenant_id = palimpsest.tenant() and c.memory_id = p_capsule
      union all
      select c.* from palimpsest.capsule c
      join chain on c.tenant_id = palimpsest.tenant() and c.memory_id = chain.forwarded_from
    )
    select bool_and(chain.status = 'active' and not chain.closed_by_edit and chain.expires_at > now()) from chain);
end $$;
grant execute on function palimpsest.chain_open(text) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;

alter table palimpsest.memory enable row level security, force row level security;
-- palimpsest.tenant() stands in the comparison itself and not in a sub-select. The planner must be able to estimate it:
-- otherwise the vector search of a small tenant goes through the index of all tenants' vectors and finds almost nothing.
-- A capsule's memory is open to its audience as long as the capsule is. The memory is written before the capsule, so
-- the test is "is not false".
create policy visible_rows on palimpsest.memory for select to palimpsest_app
  using (tenant_id = palimpsest.tenant() and palimpsest.visible(visibility, owner_id, audience)
         and (kind <> 'capsule' or owner_id = palimpsest.principal() or palimpsest.chain_open(id) is not false));
create policy own_writes on palimpsest.memory for insert to palimpsest_app
  with check (tenant_id = palimpsest.tenant() and owner_id = palimpsest.principal()
              and not retracted and not amended and edit_count = 0);
create policy definer_in_tenant on palimpsest.memory to palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select, insert on palimpsest.memory to palimpsest_app;
grant select on palimpsest.memory to palimpsest_definer;
grant update (text, attributes, importance, retracted, quarantined, amended, blocked_channels, edit_count, status,
              content_hash, token_count, word_count, expires_at) on palimpsest.memory to palimpsest_definer;

-- The next free place in each session.
create table palimpsest.thread (
  tenant_id  text not null references palimpsest.tenant,
  session_id text not null,
  thread_no  bigint not null generated always as identity,
  next_turn  integer not null default 0,
  primary key (tenant_id, session_id)
);
alter table palimpsest.thread enable row level security, force row level security;
create policy tenant_only on palimpsest.thread to palimpsest_app
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select, insert, update on palimpsest.thread to palimpsest_app;

-- What was said outside any session has no neighbours.
create sequence palimpsest.solo_position;
grant usage on sequence palimpsest.solo_position to palimpsest_app;

create table palimpsest.memory_original (
  tenant_id  text not null,
  memory_id  text not null,
  -- Null for kinds whose text is composed from their attributes.
  text       text,
  attributes jsonb not null default '{}' check (jsonb_typeof(attributes) = 'object'),
  importance real not null,
  primary key (tenant_id, memory_id),
  foreign key (tenant_id, memory_id) references palimpsest.memory
);
create trigger append_only before update or delete or truncate on palimpsest.memory_original
  for each statement execute function palimpsest.refuse_change();
alter table palimpsest.memory_original enable row level security, force row level security;
create policy insert_only on palimpsest.memory_original for insert to palimpsest_app
  with check (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.memory_original to palimpsest_definer
  using (tenant_id = palimpsest.tenant());
grant insert on palimpsest.memory_original to palimpsest_app;
grant select on palimpsest.memory_original to palimpsest_definer;

create table palimpsest.memory_edit (
  tenant_id     text not null,
  edit_id       text not null,
  memory_id     text not null,
  op            text not null check (op in ('retract', 'amend', 'quarantine', 'attenuate', 'block', 'restore')),
  -- `attributes` holds the keys that change; a value of JSON null removes the key.
  patch         jsonb not null default '{}'
    check (not patch ? 'attributes' or jsonb_typeof(patch->'attributes') = 'object'),
  reason        text not null check (length(btrim(reason)) > 0),
  proposer_type text not null check (proposer_type in ('human', 'agent', 'service')),
  proposer_id   text not null,
  cascade       text not null default 'none' check (cascade in ('none', 'quarantine', 'rederive')),
  -- The edit whose cascade made this one.
  caused_by     text,
  created_at    timestamptz not null default clock_timestamp(),
  primary key (tenant_id, edit_id),
  foreign key (tenant_id, memory_id) references palimpsest.memory
);
create index memory_edit_target on palimpsest.memory_edit (tenant_id, memory_id);
create index memory_edit_time on palimpsest.memory_edit (tenant_id, created_at desc, edit_id desc);
create index memory_edit_cause on palimpsest.memory_edit (tenant_id, caused_by) where caused_by is not null;
create trigger append_only before update or delete or truncate on palimpsest.memory_edit
  for each statement execute function palimpsest.refuse_change();
alter table palimpsest.memory_edit enable row level security, force row level security;
-- Here and below `offset 0` keeps the look at a memory an index probe for each row. Without it the planner may read all
-- memories of all tenants to show one page of edits.
create policy of_visible_memory on palimpsest.memory_edit to palimpsest_app
  using (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id offset 0))
  with check (tenant_id = palimpsest.tenant() and proposer_id = palimpsest.principal() and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id));
create policy definer_in_tenant on palimpsest.memory_edit to palimpsest_definer using (tenant_id = palimpsest.tenant());
grant select, insert on palimpsest.memory_edit to palimpsest_app;
grant select on palimpsest.memory_edit to palimpsest_definer;

-- Edits without a decision. This is a projection of the two logs, so that the queue can be read without them.
create table palimpsest.memory_edit_pending (
  tenant_id text not null,
  edit_id   text not null,
  primary key (tenant_id, edit_id),
  foreign key (tenant_id, edit_id) references palimpsest.memory_edit
);
alter table palimpsest.memory_edit_pending enable row level security, force row level security;
create policy tenant_only on palimpsest.memory_edit_pending to palimpsest_app
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select, insert, delete on palimpsest.memory_edit_pending to palimpsest_app;

-- The decision on an edit. The key allows one row, so that of two decisions at the same time only one is taken.
create table palimpsest.memory_edit_event (
  tenant_id  text not null,
  edit_id    text not null,
  memory_id  text not null,
  seq        bigint not null generated always as identity,
  status     text not null check (status in ('approved', 'rejected')),
  actor_type text not null,
  actor_id   text not null,
  note       text,
  at         timestamptz not null default clock_timestamp(),
  primary key (tenant_id, edit_id),
  foreign key (tenant_id, edit_id) references palimpsest.memory_edit
);
create index memory_edit_event_target on palimpsest.memory_edit_event (tenant_id, memory_id, seq);
create index memory_edit_event_time on palimpsest.memory_edit_event (tenant_id, at);
create trigger append_only before update or delete or truncate on palimpsest.memory_edit_event
  for each statement execute function palimpsest.refuse_change();
alter table palimpsest.memory_edit_event enable row level security, force row level security;
create policy of_visible_memory on palimpsest.memory_edit_event to palimpsest_app
  using (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id offset 0))
  with check (tenant_id = palimpsest.tenant() and actor_id = palimpsest.principal()
    and actor_type = palimpsest.principal_type() and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id));
create policy definer_in_tenant on palimpsest.memory_edit_event to palimpsest_definer
  using (tenant_id = palimpsest.tenant());
grant select, insert on palimpsest.memory_edit_event to palimpsest_app;
grant select on palimpsest.memory_edit_event to palimpsest_definer;

-- The states a memory has been in (a task: open, doing, done; a decision: active, superseded).
create table palimpsest.memory_state (
  tenant_id text not null,
  memory_id text not null,
  seq       bigint not null generated always as identity,
  status    text not null,
  actor_id  text not null,
  at        timestamptz not null default clock_timestamp(),
  primary key (tenant_id, memory_id, seq),
  foreign key (tenant_id, memory_id) references palimpsest.memory
);
create trigger append_only before update or delete or truncate on palimpsest.memory_state
  for each statement execute function palimpsest.refuse_change();
alter table palimpsest.memory_state enable row level security, force row level security;
create policy of_visible_memory on palimpsest.memory_state to palimpsest_app
  using (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id))
  with check (tenant_id = palimpsest.tenant() and actor_id = palimpsest.principal());
create policy definer_in_tenant on palimpsest.memory_state to palimpsest_definer using (tenant_id = palimpsest.tenant());
grant select, insert on palimpsest.memory_state to palimpsest_app;
grant select on palimpsest.memory_state to palimpsest_definer;

create table palimpsest.memory_link (
  tenant_id  text not null,
  from_id    text not null,
  to_id      text not null,
  type       text not null check (type in
    ('derived_from', 'supersedes', 'contradicts', 'supports', 'mentions', 'part_of', 'decided_in')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, from_id, to_id, type),
  foreign key (tenant_id, from_id) references palimpsest.memory,
  foreign key (tenant_id, to_id) references palimpsest.memory
);
create index memory_link_to on palimpsest.memory_link (tenant_id, to_id, type);
alter table palimpsest.memory_link enable row level security, force row level security;
create policy between_visible on palimpsest.memory_link to palimpsest_app
  using (tenant_id = palimpsest.tenant()
    and exists (select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = from_id)
    and exists (select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = to_id))
  with check (tenant_id = palimpsest.tenant()
    and exists (select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = to_id));
grant select, insert on palimpsest.memory_link to palimpsest_app;

-- Counters that move on use. They are apart from anything that carries a vector index, which each update would write.
create table palimpsest.memory_signal (
  tenant_id     text not null,
  memory_id     text not null,
  confidence    real,
  utility       real not null default 0,
  confirmations integer not null default 0,
  activations   integer not null default 0,
  last_used_at  timestamptz,
  primary key (tenant_id, memory_id),
  foreign key (tenant_id, memory_id) references palimpsest.memory
);
alter table palimpsest.memory_signal enable row level security, force row level security;
create policy of_visible_memory on palimpsest.memory_signal to palimpsest_app
  using (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id))
  with check (tenant_id = palimpsest.tenant());
grant select, insert, update on palimpsest.memory_signal to palimpsest_app;
