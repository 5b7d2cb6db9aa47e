-- Records, the kinds' own columns, capsules, receipts and jobs.

-- The raw event log. The serving role appends and reads all but the content: what may be read of it is a memory.
create table palimpsest.record (
  tenant_id    text not null references palimpsest.tenant,
  event_id     text not null,
  ts           timestamptz not null default clock_timestamp(),
  occurred_at  timestamptz not null,
  session_id   text not null,
  channel      text not null check (channel in ('private', 'public', 'team', 'agent')),
  actor_type   text not null check (actor_type in ('human', 'agent', 'tool')),
  actor_id     text not null,
  kind         text not null check (kind in ('message', 'tool_call', 'tool_result', 'decision', 'task_update', 'artifact')),
  sensitivity  text not null check (sensitivity in ('none', 'low', 'high', 'secret')),
  tags         text[] not null default '{}',
  content      jsonb not null,
  refs         text[] not null default '{}',
  scope        text check (scope in ('session', 'user', 'project', 'policy', 'global')),
  subject_type text,
  subject_id   text,
  project_id   text,
  principal_id text not null,
  memory_id    text,
  primary key (tenant_id, event_id),
  foreign key (tenant_id, memory_id) references palimpsest.memory
);
create index record_session on palimpsest.record (tenant_id, session_id, ts desc);
create index record_scope on palimpsest.record (tenant_id, scope, ts desc) where scope is not null;
create index record_project on palimpsest.record (tenant_id, project_id, ts desc) where project_id is not null;
create index record_subject on palimpsest.record (tenant_id, subject_type, subject_id, ts desc)
  where subject_type is not null and subject_id is not null;

-- Tool output too large for a record.
create table palimpsest.artifact (
  tenant_id   text not null,
  artifact_id text not null,
  ts          timestamptz not null default clock_timestamp(),
  kind        text not null check (kind in ('tool_output', 'blob')),
  bytes       bytea not null,
  meta        jsonb not null default '{}',
  refs        text[] not null default '{}',
  owner_id    text not null,
  -- The memory that speaks for it; whoever may not read that may not read this.
  memory_id   text not null,
  primary key (tenant_id, artifact_id),
  foreign key (tenant_id, memory_id) references palimpsest.memory
);

create table palimpsest.chunk (
  tenant_id   text not null,
  memory_id   text not null,
  event_id    text,
  artifact_id text,
  chunk_index integer not null default 0,
  start_char  integer,
  end_char    integer,
  primary key (tenant_id, memory_id),
  foreign key (tenant_id, memory_id) references palimpsest.memory
);

-- A decision's and a task's parts are read off the memory's effective text, so that an edit reaches them all.
create table palimpsest.decision (
  tenant_id     text not null,
  memory_id     text not null,
  event_id      text,
  refs          text[] not null default '{}',
  primary key (tenant_id, memory_id),
  foreign key (tenant_id, memory_id) references palimpsest.memory
);

create table palimpsest.task (
  tenant_id text not null,
  memory_id text not null,
  event_id  text,
  refs      text[] not null default '{}',
  primary key (tenant_id, memory_id),
  foreign key (tenant_id, memory_id) references palimpsest.memory
);

create table palimpsest.rule (
  tenant_id text not null,
  memory_id text not null,
  priority  integer not null default 0,
  -- Only for this channel; null: for all.
  only_channel text check (only_channel in ('private', 'public', 'team', 'agent')),
  invariant text check (invariant in ('safety', 'user_correction', 'hard_constraint', 'blocking_error')),
  primary key (tenant_id, memory_id),
  foreign key (tenant_id, memory_id) references palimpsest.memory
);

-- A capsule is a memory too (its text says what it is about and what to beware of), so edits, visibility and
-- expiry hold for it as for any other. Its risks are read off that text. What a listing of thousands must look at
-- is repeated here and in capsule_audience: who made it, for whom, about what, and whether edits have closed_by_edit it.
create table palimpsest.capsule (
  tenant_id      text not null,
  memory_id      text not null,
  author_id      text not null,
  audience       text[] not null,
  subject_type   text not null,
  subject_id     text not null,
  ttl_days       integer not null check (ttl_days between 1 and 365),
  status         text not null default 'active' check (status in ('active', 'revoked', 'expired')),
  forward        boolean not null default false,
  forwarded_from text,
  -- How often it was forwarded on the way here.
  hops           integer not null default 0 check (hops between 0 and 16),
  item_count     integer not null check (item_count > 0),
  created_at     timestamptz not null default clock_timestamp(),
  expires_at     timestamptz not null,
  revoked_at     timestamptz,
  -- Its memory is retracted or quarantined.
  closed_by_edit           boolean not null default false,
  primary key (tenant_id, memory_id),
  foreign key (tenant_id, memory_id) references palimpsest.memory,
  foreign key (tenant_id, forwarded_from) references palimpsest.capsule
);
create index capsule_expiry on palimpsest.capsule (tenant_id, expires_at) where status = 'active';
create index capsule_author on palimpsest.capsule (tenant_id, author_id, created_at desc);
create index capsule_subject on palimpsest.capsule (tenant_id, subject_type, subject_id) where status = 'active';
create index capsule_forwarded on palimpsest.capsule (tenant_id, forwarded_from) where forwarded_from is not null;

create table palimpsest.capsule_item (
  tenant_id  text not null,
  capsule_id text not null,
  position   integer not null,
  item_type  text not null check (item_type in ('memory', 'artifact')),
  item_id    text not null,
  primary key (tenant_id, capsule_id, position),
  foreign key (tenant_id, capsule_id) references palimpsest.capsule
);
create index capsule_item_holds on palimpsest.capsule_item (tenant_id, item_id);

create table palimpsest.capsule_audience (
  tenant_id  text not null,
  agent_id   text not null,
  capsule_id text not null,
  expires_at timestamptz not null,
  -- Whether one must look up the chain before it is known to be open.
  forwarded  boolean not null,
  -- No edit keeps it from being listable.
  listable     boolean not null default true,
  primary key (tenant_id, agent_id, capsule_id) include (expires_at, forwarded, listable),
  foreign key (tenant_id, capsule_id) references palimpsest.capsule
);
create index capsule_audience_of on palimpsest.capsule_audience (tenant_id, capsule_id);

create function palimpsest.close_capsule() returns trigger
  language plpgsql as $$
begin
  update palimpsest.capsule c
  set closed_by_edit = new.retracted or new.quarantined
  where c.tenant_id = new.tenant_id and c.memory_id = new.id;
  update palimpsest.capsule_audience a
  set listable = not (new.retracted or new.quarantined or cardinality(new.blocked_channels) > 0)
  where a.tenant_id = new.tenant_id and a.capsule_id = new.id;
  return null;
end $$;
create trigger close_capsule after update of retracted, quarantined, blocked_channels on palimpsest.memory
  for each row when (new.kind = 'capsule') execute function palimpsest.close_capsule();

create table palimpsest.capsule_access (
  tenant_id     text not null,
  capsule_id    text not null,
  agent_id      text not null,
  access_count  bigint not null default 0,
  last_accessed timestamptz not null default clock_timestamp(),
  primary key (tenant_id, capsule_id, agent_id),
  foreign key (tenant_id, capsule_id) references palimpsest.capsule
);

-- How a context came to be. Ids, scores and digests; the text itself is in the memories.
create table palimpsest.receipt (
  tenant_id      text not null references palimpsest.tenant,
  acb_id         text not null,
  principal_id   text not null,
  session_id     text not null,
  created_at     timestamptz not null default clock_timestamp(),
  -- The moment whose memories it shows; a replay reads as of it.
  read_at        timestamptz not null,
  inputs         jsonb not null,
  policy_version text not null,
  last_edit_at bigint not null,
  budget_tokens  integer not null,
  total_tokens   integer not null,
  digest         text not null,
  omissions      jsonb not null default '[]',
  primary key (tenant_id, acb_id)
);
create index receipt_time on palimpsest.receipt (tenant_id, created_at desc);

create table palimpsest.receipt_item (
  tenant_id text not null,
  acb_id    text not null,
  position  integer not null,
  memory_id text not null,
  section   text not null,
  score     real,
  tokens    integer not null,
  primary key (tenant_id, acb_id, position),
  foreign key (tenant_id, acb_id) references palimpsest.receipt
);
create index receipt_item_memory on palimpsest.receipt_item (tenant_id, memory_id);

create table palimpsest.job (
  tenant_id    text not null references palimpsest.tenant,
  job_id       text not null,
  kind         text not null,
  payload      jsonb not null default '{}',
  status       text not null default 'PENDING' check (status in ('PENDING', 'PROCESSING', 'DONE', 'FAILED', 'STOPPED')),
  priority     integer not null default 0,
  attempts     integer not null default 0,
  max_attempts integer not null default 5,
  progress     jsonb not null default '{}',
  error        text,
  run_at       timestamptz not null default clock_timestamp(),
  -- Owner token and lease: a worker that lost its lease can no longer write its result.
  locked_by    text,
  locked_until timestamptz,
  created_at   timestamptz not null default clock_timestamp(),
  updated_at   timestamptz not null default clock_timestamp(),
  primary key (tenant_id, job_id)
);
-- By tenant first, so that a tenant with many jobs cannot keep the others waiting.
create index job_ready on palimpsest.job (tenant_id, priority desc, run_at) where status = 'PENDING';
create index job_leased on palimpsest.job (locked_until) where status = 'PROCESSING';
create index job_kind on palimpsest.job (tenant_id, kind, updated_at desc);
create unique index job_one_of_kind on palimpsest.job (tenant_id, kind, (payload->>'key'))
  where status in ('PENDING', 'PROCESSING') and payload ? 'key';

do $$
declare t text;
begin
  foreach t in array array['record', 'receipt', 'receipt_item'] loop
    execute format('create trigger append_only before update or delete on palimpsest.%I
                      for each row execute function palimpsest.refuse_change()', t);
    execute format('create trigger append_only_truncate before truncate on palimpsest.%I
                      for each statement execute function palimpsest.refuse_change()', t);
  end loop;
  foreach t in array array['record', 'artifact', 'chunk', 'decision', 'task', 'rule', 'capsule', 'capsule_item',
                           'capsule_audience', 'capsule_access', 'receipt', 'receipt_item', 'job'] loop
    execute format('alter table palimpsest.%I enable row level security', t);
    execute format('alter table palimpsest.%I force row level security', t);
  end loop;
  -- A kind's columns are as visible as the memory they belong to.
  foreach t in array array['chunk', 'decision', 'task', 'rule'] loop
    execute format('create policy of_visible_memory on palimpsest.%I to palimpsest_app
      using (tenant_id = palimpsest.tenant() and exists (
        select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id))
      with check (tenant_id = palimpsest.tenant())', t);
    execute format('grant select, insert on palimpsest.%I to palimpsest_app', t);
  end loop;
end $$;

create policy tenant_only on palimpsest.record to palimpsest_app
  using (tenant_id = palimpsest.tenant() and (memory_id is null or exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id)))
  with check (tenant_id = palimpsest.tenant() and principal_id = palimpsest.principal());
grant insert on palimpsest.record to palimpsest_app;
grant select (tenant_id, event_id, ts, occurred_at, session_id, channel, actor_type, actor_id, kind, sensitivity, tags,
              refs, scope, subject_type, subject_id, project_id, principal_id, memory_id)
  on palimpsest.record to palimpsest_app;

create policy of_unedited_memory on palimpsest.artifact to palimpsest_app
  using (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id
      and not m.retracted and not m.amended and not m.quarantined))
  with check (tenant_id = palimpsest.tenant() and owner_id = palimpsest.principal());
grant select, insert on palimpsest.artifact to palimpsest_app;

-- Is a capsule that was forwarded still open all the way up to the first one?
create function palimpsest.chain_open(p_capsule text) returns boolean
  language sql stable security definer set search_path = pg_catalog
begin atomic
  with recursive chain as (
    select c.* from palimpsest.capsule c
    where c.tenant_id = palimpsest.tenant() and c.memory_id = p_capsule
    union all
    select c.* from palimpsest.capsule c
    join chain on c.tenant_id = palimpsest.tenant() and c.memory_id = chain.forwarded_from
  )
  select bool_and(chain.status = 'active' and not chain.closed_by_edit and chain.expires_at > now()) from chain;
end;

-- The audience sees a capsule while it is active; its author always. No look at its memory: this is asked of
-- every capsule in a listing.
create policy author_or_open on palimpsest.capsule for select to palimpsest_app
  using (tenant_id = palimpsest.tenant() and (author_id = palimpsest.principal()
    or (status = 'active' and not closed_by_edit and expires_at > now() and audience && palimpsest.readers()
        and (forwarded_from is null or palimpsest.chain_open(forwarded_from)))));
create policy author_writes on palimpsest.capsule for insert to palimpsest_app
  with check (tenant_id = palimpsest.tenant() and author_id = palimpsest.principal() and not closed_by_edit
    and exists (
      select 1 from palimpsest.memory m
      where m.tenant_id = palimpsest.tenant() and m.id = memory_id and m.owner_id = palimpsest.principal()
        and m.kind = 'capsule' and m.audience = capsule.audience
        and m.subject_type = capsule.subject_type and m.subject_id = capsule.subject_id));
create policy of_visible_capsule on palimpsest.capsule_item to palimpsest_app
  using (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.capsule c where c.tenant_id = palimpsest.tenant() and c.memory_id = capsule_id))
  with check (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.capsule c where c.tenant_id = palimpsest.tenant() and c.memory_id = capsule_id
      and c.author_id = palimpsest.principal()));
create policy own_audience on palimpsest.capsule_audience to palimpsest_app
  using (tenant_id = palimpsest.tenant() and agent_id = any (palimpsest.readers()))
  with check (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.capsule c where c.tenant_id = palimpsest.tenant() and c.memory_id = capsule_id
      and c.author_id = palimpsest.principal()));
create policy own_or_author on palimpsest.capsule_access to palimpsest_app
  using (tenant_id = palimpsest.tenant() and (agent_id = palimpsest.principal() or exists (
    select 1 from palimpsest.capsule c where c.tenant_id = palimpsest.tenant() and c.memory_id = capsule_id
      and c.author_id = palimpsest.principal())))
  with check (tenant_id = palimpsest.tenant() and agent_id = palimpsest.principal());
grant select, insert on palimpsest.capsule, palimpsest.capsule_item, palimpsest.capsule_audience,
  palimpsest.capsule_access to palimpsest_app;
grant update (access_count, last_accessed) on palimpsest.capsule_access to palimpsest_app;

-- A receipt is its maker's; those who review edits see what was shown to whom.
create policy own_or_reviewer on palimpsest.receipt to palimpsest_app
  using (tenant_id = palimpsest.tenant()
         and (principal_id = palimpsest.principal() or palimpsest.role() in ('reviewer', 'admin')))
  with check (tenant_id = palimpsest.tenant() and principal_id = palimpsest.principal());
create policy of_visible_receipt on palimpsest.receipt_item to palimpsest_app
  using (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.receipt r where r.tenant_id = palimpsest.tenant() and r.acb_id = receipt_item.acb_id))
  with check (tenant_id = palimpsest.tenant());
grant select, insert on palimpsest.receipt, palimpsest.receipt_item to palimpsest_app;

create policy tenant_only on palimpsest.job to palimpsest_app
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select, insert, update on palimpsest.job to palimpsest_app;

-- A worker serves all tenants, one job at a time: claiming is the definer's.
create policy definer_claims on palimpsest.job to palimpsest_definer using (true) with check (true);
grant select, insert, update on palimpsest.job to palimpsest_definer;
create policy definer_in_tenant on palimpsest.capsule to palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.capsule_item to palimpsest_definer using (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.capsule_audience to palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.capsule_access to palimpsest_definer using (tenant_id = palimpsest.tenant());
create policy definer_lists on palimpsest.tenant to palimpsest_definer using (true);
grant select on palimpsest.capsule, palimpsest.capsule_item, palimpsest.capsule_audience, palimpsest.capsule_access,
  palimpsest.tenant to palimpsest_definer;
grant update (status, revoked_at, closed_by_edit) on palimpsest.capsule to palimpsest_definer;
grant update (expires_at, listable) on palimpsest.capsule_audience to palimpsest_definer;
grant update (expires_at) on palimpsest.memory to palimpsest_definer;

-- Revokes a capsule of the caller's and all that was forwarded from it, and gives the time it was first revoked.
-- The memories of these capsules end at that time too, so that no search leads to them.
create function palimpsest.revoke_capsule(p_id text) returns timestamptz
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  first timestamptz;
  revoked text[];
begin
  perform 1 from palimpsest.capsule c
  where c.tenant_id = palimpsest.tenant() and c.memory_id = p_id and c.author_id = palimpsest.principal()
  for update;
  if not found then
    return null;
  end if;
  with recursive chain as (
    select p_id as id
    union
    select c.memory_id from palimpsest.capsule c
    join chain on c.tenant_id = palimpsest.tenant() and c.forwarded_from = chain.id
  ), done as (
    update palimpsest.capsule c set status = 'revoked', revoked_at = clock_timestamp()
    from chain where c.tenant_id = palimpsest.tenant() and c.memory_id = chain.id and c.revoked_at is null
    returning c.memory_id
  )
  select array_agg(done.memory_id) into revoked from done;
  select c.revoked_at into first from palimpsest.capsule c
  where c.tenant_id = palimpsest.tenant() and c.memory_id = p_id;
  update palimpsest.memory m set expires_at = least(m.expires_at, first)
  where m.tenant_id = palimpsest.tenant() and m.id = any (revoked);
  update palimpsest.capsule_audience a set expires_at = least(a.expires_at, first)
  where a.tenant_id = palimpsest.tenant() and a.capsule_id = any (revoked);
  return first;
end $$;

-- What was made of the caller's capsule by forwarding it, and forwarding that.
create function palimpsest.capsule_forwards(p_id text) returns table (capsule_id text)
  language sql stable security definer set search_path = pg_catalog
begin atomic
  with recursive chain as (
    select c.memory_id, c.created_at from palimpsest.capsule c
    join palimpsest.capsule first on first.tenant_id = c.tenant_id and first.memory_id = c.forwarded_from
    where c.tenant_id = palimpsest.tenant() and c.forwarded_from = p_id and first.author_id = palimpsest.principal()
    union all
    select c.memory_id, c.created_at from palimpsest.capsule c
    join chain on c.tenant_id = palimpsest.tenant() and c.forwarded_from = chain.memory_id
  )
  select chain.memory_id from chain order by chain.created_at, chain.memory_id limit 1000;
end;

-- Which capsules hold a memory, for those who review edits, whoever's audience they are.
create function palimpsest.capsules_holding(p_id text)
  returns table (capsule_id text, audience text[], access_count bigint)
  language sql stable security definer set search_path = pg_catalog
begin atomic
  select c.memory_id, m.audience,
    coalesce((select sum(a.access_count)::bigint from palimpsest.capsule_access a
              where a.tenant_id = c.tenant_id and a.capsule_id = c.memory_id), 0)
  from palimpsest.capsule_item i
  join palimpsest.capsule c on c.tenant_id = i.tenant_id and c.memory_id = i.capsule_id
  join palimpsest.memory m on m.tenant_id = c.tenant_id and m.id = c.memory_id
  where i.tenant_id = palimpsest.tenant() and i.item_id = p_id
    and (palimpsest.role() in ('reviewer', 'admin') or palimpsest.visible(m.visibility, m.owner_id, m.audience))
  order by c.memory_id limit 1000;
end;

do $$
declare f regprocedure;
begin
  grant create on schema palimpsest to palimpsest_definer;
  foreach f in array array[
    'palimpsest.chain_open(text)', 'palimpsest.revoke_capsule(text)', 'palimpsest.capsule_forwards(text)',
    'palimpsest.capsules_holding(text)']::regprocedure[] loop
    execute format('alter function %s owner to palimpsest_definer', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to palimpsest_app', f);
  end loop;
  revoke create on schema palimpsest from palimpsest_definer;
end $$;
