-- What searches read: the postings of the lexical index and the vectors of the embedding spaces.

-- How often a word (by its hash) stands in a memory, and how long that memory is. A memory that needs admission never
-- lends its words to its neighbours. Only for rows of limited visibility does the policy look at the memory itself.
-- There is no foreign key: thirty look-ups for a write would cost more than the write.
create table palimpsest.memory_term (
  tenant_id          text not null,
  term               bigint not null,
  reading_position   bigint not null,
  tf                 smallint not null,
  len                integer not null,
  admission_needed   boolean not null,
  visibility_limited boolean not null default true,
  primary key (tenant_id, term, reading_position) include (tf, len, admission_needed, visibility_limited)
)
-- Searches read the key alone while its pages are marked all-visible. A few thousand edits clear those marks, so vacuum
-- comes earlier here than by default.
with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
create index memory_term_position on palimpsest.memory_term (tenant_id, reading_position);
alter table palimpsest.memory_term enable row level security, force row level security;
-- `offset 0` keeps the look-up an index probe for each limited row. Without it the planner may hash all memories of all
-- tenants.
create policy open_or_visible on palimpsest.memory_term for select to palimpsest_app
  using (tenant_id = palimpsest.tenant() and (not visibility_limited or exists (
    select 1 from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.reading_position = memory_term.reading_position offset 0)));
create policy insert_in_tenant on palimpsest.memory_term for insert to palimpsest_app
  with check (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.memory_term to palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select, insert on palimpsest.memory_term to palimpsest_app;
grant select, insert, update, delete on palimpsest.memory_term to palimpsest_definer;

-- Memories and words indexed for a tenant. Only the sum of a tenant's rows is read, so each session counts in a row of
-- its own: writers do not queue behind one row, and a single row may fall below zero.
create table palimpsest.lexicon_stat (
  tenant_id text not null references palimpsest.tenant,
  shard     smallint not null,
  memories  bigint not null default 0,
  words     bigint not null default 0,
  primary key (tenant_id, shard)
);
alter table palimpsest.lexicon_stat enable row level security, force row level security;
create policy tenant_only on palimpsest.lexicon_stat to palimpsest_app, palimpsest_worker, palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select, insert, update on palimpsest.lexicon_stat to palimpsest_app, palimpsest_definer;
grant select on palimpsest.lexicon_stat to palimpsest_worker;

create function palimpsest.own_shard() returns smallint
  language sql stable parallel safe
  return (pg_backend_pid() & 15)::smallint;

-- The lexical index of the transaction's tenant: the version it was made with, the version that this server makes, and
-- what it holds.
create function palimpsest.lexical_status()
  returns table (version text, server_version text, memories bigint, words bigint)
  language sql stable
begin atomic
  select t.lexical_version, palimpsest.lexical_version(), coalesce(sum(s.memories), 0)::bigint,
    coalesce(sum(s.words), 0)::bigint
  from palimpsest.tenant t left join palimpsest.lexicon_stat s on s.tenant_id = t.tenant_id
  where t.tenant_id = palimpsest.tenant() group by t.lexical_version;
end;

-- One space for each model and dimension. Vectors of two spaces are never compared.
create table palimpsest.embedding_space (
  space_id   integer primary key generated always as identity,
  model      text not null unique,
  dims       integer not null check (dims between 1 and 16000),
  state      text not null check (state in ('active', 'filling', 'stopped', 'retired')),
  created_at timestamptz not null default now()
);
create unique index one_active_space on palimpsest.embedding_space ((true)) where state = 'active';
alter table palimpsest.embedding_space enable row level security, force row level security;
-- The models in use are no tenant's secret.
create policy readable on palimpsest.embedding_space for select to palimpsest_app, palimpsest_worker using (true);
create policy definer_moves on palimpsest.embedding_space to palimpsest_definer using (true) with check (true);
grant select on palimpsest.embedding_space to palimpsest_app, palimpsest_worker;
grant select, insert, update on palimpsest.embedding_space to palimpsest_definer;

create table palimpsest.memory_vector (
  tenant_id        text not null,
  space_id         integer not null references palimpsest.embedding_space,
  memory_id        text not null,
  admission_needed boolean not null,
  embedding        vector not null,
  -- The memory before the space: an edit drops its vectors of all spaces.
  primary key (tenant_id, memory_id, space_id),
  foreign key (tenant_id, memory_id) references palimpsest.memory
);
alter table palimpsest.memory_vector enable row level security, force row level security;
create policy open_or_visible on palimpsest.memory_vector for select to palimpsest_app
  using (tenant_id = palimpsest.tenant() and (not admission_needed or exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id offset 0)));
create policy insert_in_tenant on palimpsest.memory_vector for insert to palimpsest_app
  with check (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.memory_vector to palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select, insert on palimpsest.memory_vector to palimpsest_app;
grant select, insert, update, delete on palimpsest.memory_vector to palimpsest_definer;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- The space of a model, made on first use. The first one of all is active at once. Null if the model had another number
-- of dimensions before.
create function palimpsest.register_space(p_model text, p_dims integer) returns integer
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into palimpsest.embedding_space (model, dims, state)
  select p_model, p_dims,
    case when exists (select 1 from palimpsest.embedding_space where state = 'active') then 'stopped' else 'active' end
  on conflict (model) do nothing;
  select space_id from palimpsest.embedding_space where model = p_model and dims = p_dims;
end;
grant execute on function palimpsest.register_space(text, integer) to palimpsest_app;

-- How many memories and words the index held at a moment, whoever may see them, without those named.
create function palimpsest.lexicon_at(p_at timestamptz, p_without text[]) returns table (memories bigint, words bigint)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select count(*), coalesce(sum(m.word_count), 0)::bigint
  from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.recorded_at <= p_at and not m.retracted
    and not (m.id = any (p_without));
end;
grant execute on function palimpsest.lexicon_at(timestamptz, text[]) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
