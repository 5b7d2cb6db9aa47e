-- The substrate: one row per remembered thing, its original, its edits, and what is projected from them.

-- May the caller see a row of this visibility? The one predicate, used by policies and by the definer's functions.
create function palimpsest.visible(p_visibility text, p_owner text, p_audience text[]) returns boolean
  language sql stable parallel safe
  return p_visibility = 'tenant'
    or p_owner = palimpsest.principal()
    or (p_visibility in ('team', 'custom') and p_audience && palimpsest.readers());

create table palimpsest.memory (
  tenant_id        text not null references palimpsest.tenant,
  id               text not null,
  kind             text not null,
  -- Where it came from, set from the credential and the path, never by the caller.
  origin           text not null check (origin in ('human', 'agent', 'tool', 'document', 'import', 'capsule')),
  source           text not null,
  -- Place in the tenant's reading order: neighbours in one session have neighbouring slots.
  reading_position             bigint not null,
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
  -- Effective state: the fold of the original and the approved edits.
  text             text not null,
  importance       real not null default 0 check (importance between 0 and 1),
  retracted        boolean not null default false,
  quarantined      boolean not null default false,
  amended          boolean not null default false,
  blocked_channels text[] not null default '{}',
  edit_count       integer not null default 0,
  status           text not null default 'active',
  tags             text[] not null default '{}',
  metadata         jsonb not null default '{}',
  provenance       jsonb not null default '{}',
  -- Keyed digests of the normalised text, effective and as first written.
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
create index memory_expiry on palimpsest.memory (tenant_id, expires_at) where expires_at is not null;

-- The next free place in each session.
create table palimpsest.thread (
  tenant_id  text not null references palimpsest.tenant,
  session_id text not null,
  thread_no  bigint not null generated always as identity,
  next_turn  integer not null default 0,
  primary key (tenant_id, session_id)
);
-- Things said outside any session stand alone.
create sequence palimpsest.solo_position;

create table palimpsest.memory_original (
  tenant_id   text not null,
  memory_id   text not null,
  text        text not null,
  importance  real not null,
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, memory_id),
  foreign key (tenant_id, memory_id) references palimpsest.memory
);

create table palimpsest.memory_edit (
  tenant_id     text not null,
  edit_id       text not null,
  memory_id     text not null,
  op            text not null check (op in ('retract', 'amend', 'quarantine', 'attenuate', 'block', 'restore')),
  patch         jsonb not null default '{}',
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

-- Edits that nobody has decided on yet: a projection of the two logs, so that the queue is read without them.
create table palimpsest.memory_edit_pending (
  tenant_id text not null,
  edit_id   text not null,
  primary key (tenant_id, edit_id),
  foreign key (tenant_id, edit_id) references palimpsest.memory_edit
);

-- What became of an edit. One row at most, so that two who decide at once cannot both win.
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

-- States a memory has been in (a task open, doing, done; a decision active, superseded).
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
create index memory_state_time on palimpsest.memory_state (tenant_id, at);

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

-- The counters that move; apart from anything that carries a vector index.
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

-- Postings of the lexical index: how often a word (by its hash) stands in a memory, and how long that memory is.
-- `admission_needed` marks a memory that not every reader of the tenant may be led to; it never lends its words to neighbours.
-- `visibility_limited` is true where some readers may not even see it: for those rows alone the policy looks at the memory.
-- No foreign key: thirty look-ups a write would cost more than the write.
create table palimpsest.memory_term (
  tenant_id  text not null,
  term       bigint not null,
  reading_position       bigint not null,
  tf         smallint not null,
  len        integer not null,
  admission_needed    boolean not null,
  visibility_limited boolean not null default true,
  primary key (tenant_id, term, reading_position) include (tf, len, admission_needed, visibility_limited)
)
-- Searches read the key alone as long as its pages are known to be clean: after a few thousand edits they are not.
with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
create index memory_term_position on palimpsest.memory_term (tenant_id, reading_position);

-- Memories and words indexed per tenant, in shards so that writers do not queue behind one row.
create table palimpsest.lexicon_stat (
  tenant_id text not null references palimpsest.tenant,
  shard     smallint not null,
  memories  bigint not null default 0,
  words     bigint not null default 0,
  primary key (tenant_id, shard)
);

-- One space per model and dimension. Vectors of two spaces are never compared.
create table palimpsest.embedding_space (
  space_id   integer primary key generated always as identity,
  model      text not null unique,
  dims       integer not null check (dims between 1 and 16000),
  state      text not null check (state in ('active', 'filling', 'stopped', 'retired')),
  created_at timestamptz not null default now()
);
create unique index one_active_space on palimpsest.embedding_space ((true)) where state = 'active';

create table palimpsest.memory_vector (
  tenant_id text not null,
  space_id  integer not null references palimpsest.embedding_space,
  memory_id text not null,
  admission_needed   boolean not null,
  embedding vector not null,
  -- The memory before the space: an edit drops its vectors of every space.
  primary key (tenant_id, memory_id, space_id),
  foreign key (tenant_id, memory_id) references palimpsest.memory
);

create function palimpsest.refuse_subject_change() returns trigger
  language plpgsql as $$
begin
  raise exception 'the subject of a memory is immutable' using errcode = 'PA002';
end $$;
create trigger immutable_subject before update of tenant_id, id, kind, origin, source, reading_position, scope, subject_type,
    subject_id, project_id, session_id, owner_id, original_hash, occurred_at, recorded_at on palimpsest.memory
  for each row
  when ((old.tenant_id, old.id, old.kind, old.origin, old.source, old.reading_position, old.scope, old.subject_type,
         old.subject_id, old.project_id, old.session_id, old.owner_id, old.original_hash, old.occurred_at, old.recorded_at)
    is distinct from
        (new.tenant_id, new.id, new.kind, new.origin, new.source, new.reading_position, new.scope, new.subject_type,
         new.subject_id, new.project_id, new.session_id, new.owner_id, new.original_hash, new.occurred_at, new.recorded_at))
  execute function palimpsest.refuse_subject_change();

do $$
declare t text;
begin
  foreach t in array array['memory_original', 'memory_edit', 'memory_edit_event', 'memory_state'] loop
    execute format('create trigger append_only before update or delete on palimpsest.%I
                      for each row execute function palimpsest.refuse_change()', t);
    execute format('create trigger append_only_truncate before truncate on palimpsest.%I
                      for each statement execute function palimpsest.refuse_change()', t);
  end loop;
  foreach t in array array['memory', 'thread', 'memory_original', 'memory_edit', 'memory_edit_pending', 'memory_edit_event',
                           'memory_state', 'memory_link', 'memory_signal', 'memory_term', 'lexicon_stat', 'embedding_space',
                           'memory_vector'] loop
    execute format('alter table palimpsest.%I enable row level security', t);
    execute format('alter table palimpsest.%I force row level security', t);
  end loop;
  -- The definer works in the tenant of the transaction and nowhere else.
  foreach t in array array['memory', 'memory_original', 'memory_edit', 'memory_edit_event', 'memory_state',
                           'memory_link', 'memory_term', 'lexicon_stat', 'memory_vector'] loop
    execute format('create policy definer_in_tenant on palimpsest.%I to palimpsest_definer
                      using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant())', t);
  end loop;
  foreach t in array array['thread', 'lexicon_stat', 'memory_edit_pending'] loop
    execute format('create policy tenant_only on palimpsest.%I to palimpsest_app
                      using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant())', t);
  end loop;
end $$;

-- The setting stands bare in the comparison, not in a sub-select: the planner must be able to estimate it, or a
-- small tenant's vector search goes through the index of everybody's vectors and finds next to nothing.
create policy visible_rows on palimpsest.memory for select to palimpsest_app
  using (tenant_id = palimpsest.tenant() and palimpsest.visible(visibility, owner_id, audience));
create policy own_writes on palimpsest.memory for insert to palimpsest_app
  with check (tenant_id = palimpsest.tenant() and owner_id = palimpsest.principal()
              and not retracted and not amended and edit_count = 0);

create policy insert_only on palimpsest.memory_original for insert to palimpsest_app
  with check (tenant_id = palimpsest.tenant());

create policy of_visible_memory on palimpsest.memory_edit to palimpsest_app
  using (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id))
  with check (tenant_id = palimpsest.tenant() and proposer_id = palimpsest.principal() and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id));
create policy of_visible_memory on palimpsest.memory_edit_event to palimpsest_app
  using (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id))
  with check (tenant_id = palimpsest.tenant() and actor_id = palimpsest.principal() and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id));
create policy of_visible_memory on palimpsest.memory_state to palimpsest_app
  using (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id))
  with check (tenant_id = palimpsest.tenant() and actor_id = palimpsest.principal());
create policy of_visible_memory on palimpsest.memory_signal to palimpsest_app
  using (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id))
  with check (tenant_id = palimpsest.tenant());
create policy between_visible on palimpsest.memory_link to palimpsest_app
  using (tenant_id = palimpsest.tenant()
    and exists (select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = from_id)
    and exists (select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = to_id))
  with check (tenant_id = palimpsest.tenant()
    and exists (select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = to_id));

-- Open rows need no look at their memory; the others are as visible as it is. The offset keeps the look-up an
-- index probe per such row: without it the planner may hash every memory of every tenant instead.
create policy open_or_visible on palimpsest.memory_term for select to palimpsest_app
  using (tenant_id = palimpsest.tenant() and (not visibility_limited or exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.reading_position = memory_term.reading_position offset 0)));
create policy insert_in_tenant on palimpsest.memory_term for insert to palimpsest_app
  with check (tenant_id = palimpsest.tenant());
create policy open_or_visible on palimpsest.memory_vector for select to palimpsest_app
  using (tenant_id = palimpsest.tenant() and (not admission_needed or exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id offset 0)));
create policy insert_in_tenant on palimpsest.memory_vector for insert to palimpsest_app
  with check (tenant_id = palimpsest.tenant());

-- Which models there are is no tenant's secret.
create policy readable on palimpsest.embedding_space for select to palimpsest_app, palimpsest_definer using (true);
create policy definer_registers on palimpsest.embedding_space to palimpsest_definer using (true) with check (true);

grant select, insert on palimpsest.memory, palimpsest.memory_edit, palimpsest.memory_edit_event,
  palimpsest.memory_state, palimpsest.memory_link, palimpsest.memory_term, palimpsest.memory_vector to palimpsest_app;
grant insert on palimpsest.memory_original to palimpsest_app;
grant select, insert, delete on palimpsest.memory_edit_pending to palimpsest_app;
grant select, insert, update on palimpsest.memory_signal, palimpsest.thread, palimpsest.lexicon_stat to palimpsest_app;
grant select on palimpsest.embedding_space to palimpsest_app;
grant usage on sequence palimpsest.solo_position to palimpsest_app;

grant select on palimpsest.memory, palimpsest.memory_original, palimpsest.memory_edit, palimpsest.memory_edit_event,
  palimpsest.memory_state, palimpsest.memory_link, palimpsest.memory_term, palimpsest.memory_vector,
  palimpsest.embedding_space, palimpsest.lexicon_stat to palimpsest_definer;
grant update (text, importance, retracted, quarantined, amended, blocked_channels, edit_count, status, content_hash,
              token_count, word_count) on palimpsest.memory to palimpsest_definer;
grant insert, delete, update on palimpsest.memory_term, palimpsest.memory_vector to palimpsest_definer;
grant insert, update on palimpsest.lexicon_stat to palimpsest_definer;
grant insert, update on palimpsest.embedding_space to palimpsest_definer;
