-- Tables of single kinds and sources: recorded events, artifacts, capsules.

-- The raw event log. The serving role appends to it and reads all but the content: what may be read of that is a memory.
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
  -- The memory that was made from it.
  memory_id    text,
  primary key (tenant_id, event_id),
  foreign key (tenant_id, memory_id) references palimpsest.memory
);
create index record_session on palimpsest.record (tenant_id, session_id, ts desc);
create trigger append_only before update or delete or truncate on palimpsest.record
  for each statement execute function palimpsest.refuse_change();
alter table palimpsest.record enable row level security, force row level security;
create policy of_visible_memory on palimpsest.record to palimpsest_app
  using (tenant_id = palimpsest.tenant() and (memory_id is null or exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id)))
  with check (tenant_id = palimpsest.tenant() and principal_id = palimpsest.principal());
grant insert on palimpsest.record to palimpsest_app;
grant select (tenant_id, event_id, ts, occurred_at, session_id, channel, actor_type, actor_id, kind, sensitivity, tags,
              refs, scope, subject_type, subject_id, project_id, principal_id, memory_id)
  on palimpsest.record to palimpsest_app;

-- Tool output that is too large for a record.
create table palimpsest.artifact (
  tenant_id   text not null,
  artifact_id text not null,
  ts          timestamptz not null default clock_timestamp(),
  kind        text not null check (kind in ('tool_output', 'blob')),
  bytes       bytea not null,
  meta        jsonb not null default '{}',
  owner_id    text not null,
  -- The memory that stands for it. Who may not read that may not read this.
  memory_id   text not null,
  primary key (tenant_id, artifact_id),
  foreign key (tenant_id, memory_id) references palimpsest.memory
);
alter table palimpsest.artifact enable row level security, force row level security;
create policy of_unedited_memory on palimpsest.artifact to palimpsest_app
  using (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id
      and not m.retracted and not m.amended and not m.quarantined))
  with check (tenant_id = palimpsest.tenant() and owner_id = palimpsest.principal());
grant select, insert on palimpsest.artifact to palimpsest_app;

-- A capsule is a memory too, so edits, visibility and expiry apply to it as to any other. What a listing of thousands
-- looks at is repeated here and in capsule_audience: the author, the audience, the subject, and whether edits closed it.
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
  -- How often it was forwarded on its way here.
  hops           integer not null default 0 check (hops between 0 and 16),
  item_count     integer not null check (item_count > 0),
  created_at     timestamptz not null default clock_timestamp(),
  expires_at     timestamptz not null,
  revoked_at     timestamptz,
  -- Its memory is retracted or quarantined.
  closed_by_edit boolean not null default false,
  primary key (tenant_id, memory_id),
  foreign key (tenant_id, memory_id) references palimpsest.memory,
  foreign key (tenant_id, forwarded_from) references palimpsest.capsule
);
create index capsule_expiry on palimpsest.capsule (tenant_id, expires_at) where status = 'active';
create index capsule_author on palimpsest.capsule (tenant_id, author_id, created_at desc);
create index capsule_forwarded on palimpsest.capsule (tenant_id, forwarded_from) where forwarded_from is not null;
alter table palimpsest.capsule enable row level security, force row level security;
-- The audience sees a capsule while it is open, its author always. This does not look at its memory, because a listing
-- asks it of every capsule.
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
create policy definer_in_tenant on palimpsest.capsule to palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
-- Scheduling finds the tenants that have a capsule to expire; the capsule is then changed in its own tenant.
create policy definer_sees_due on palimpsest.capsule for select to palimpsest_definer
  using (status = 'active' and expires_at <= clock_timestamp());
grant select, insert on palimpsest.capsule to palimpsest_app;
grant select on palimpsest.capsule to palimpsest_definer;
grant update (status, revoked_at, closed_by_edit) on palimpsest.capsule to palimpsest_definer;

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
alter table palimpsest.capsule_item enable row level security, force row level security;
create policy of_visible_capsule on palimpsest.capsule_item to palimpsest_app
  using (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.capsule c where c.tenant_id = palimpsest.tenant() and c.memory_id = capsule_id))
  with check (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.capsule c where c.tenant_id = palimpsest.tenant() and c.memory_id = capsule_id
      and c.author_id = palimpsest.principal()));
create policy definer_in_tenant on palimpsest.capsule_item to palimpsest_definer using (tenant_id = palimpsest.tenant());
grant select, insert on palimpsest.capsule_item to palimpsest_app;
grant select on palimpsest.capsule_item to palimpsest_definer;

create table palimpsest.capsule_audience (
  tenant_id  text not null,
  agent_id   text not null,
  capsule_id text not null,
  expires_at timestamptz not null,
  -- Whether the capsules that it was forwarded from decide too whether it is open.
  forwarded  boolean not null,
  -- No edit keeps it out of listings.
  listable   boolean not null default true,
  primary key (tenant_id, agent_id, capsule_id) include (expires_at, forwarded, listable),
  foreign key (tenant_id, capsule_id) references palimpsest.capsule
);
create index capsule_audience_of on palimpsest.capsule_audience (tenant_id, capsule_id);
alter table palimpsest.capsule_audience enable row level security, force row level security;
create policy own_audience on palimpsest.capsule_audience to palimpsest_app
  using (tenant_id = palimpsest.tenant() and agent_id = any (palimpsest.readers()))
  with check (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.capsule c where c.tenant_id = palimpsest.tenant() and c.memory_id = capsule_id
      and c.author_id = palimpsest.principal()));
create policy definer_in_tenant on palimpsest.capsule_audience to palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select, insert on palimpsest.capsule_audience to palimpsest_app;
grant select on palimpsest.capsule_audience to palimpsest_definer;
grant update (expires_at, listable) on palimpsest.capsule_audience to palimpsest_definer;

-- Edits of a capsule's memory close it. Runs with the rights of the definer, whose functions alone change a memory.
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
alter table palimpsest.capsule_access enable row level security, force row level security;
create policy own_or_author on palimpsest.capsule_access to palimpsest_app
  using (tenant_id = palimpsest.tenant() and (agent_id = palimpsest.principal() or exists (
    select 1 from palimpsest.capsule c where c.tenant_id = palimpsest.tenant() and c.memory_id = capsule_id
      and c.author_id = palimpsest.principal())))
  with check (tenant_id = palimpsest.tenant() and agent_id = palimpsest.principal());
create policy definer_in_tenant on palimpsest.capsule_access to palimpsest_definer using (tenant_id = palimpsest.tenant());
grant select, insert on palimpsest.capsule_access to palimpsest_app;
grant update (access_count, last_accessed) on palimpsest.capsule_access to palimpsest_app;
grant select on palimpsest.capsule_access to palimpsest_definer;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Revokes a capsule of the caller and all that were forwarded from it, and gives the time when it was first revoked.
-- The memories of these capsules expire at that time too, so that no search leads to them.
create function palimpsest.revoke_capsule(p_id text) returns timestamptz
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
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
grant execute on function palimpsest.revoke_capsule(text) to palimpsest_app;

-- All capsules that were forwarded from the caller's capsule, directly or over others.
create function palimpsest.capsule_forwards(p_id text) returns table (capsule_id text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
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
grant execute on function palimpsest.capsule_forwards(text) to palimpsest_app;

-- The capsules that hold a memory. Those who review edits see all of them, whatever their audience.
create function palimpsest.capsules_holding(p_id text)
  returns table (capsule_id text, audience text[], access_count bigint)
  language sql stable security definer set search_path = pg_catalog, pg_temp
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
grant execute on function palimpsest.capsules_holding(text) to palimpsest_app;

-- Marks capsules of the transaction's tenant as expired and gives their number. By row address: a join would be planned
-- with statistics from before the table grew.
create function palimpsest.expire_capsules(p_limit integer) returns integer
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with done as (
    update palimpsest.capsule c set status = 'expired'
    where c.ctid = any (array(
      select o.ctid from palimpsest.capsule o
      where o.tenant_id = palimpsest.tenant() and o.status = 'active' and o.expires_at <= clock_timestamp()
      order by o.expires_at limit p_limit for update skip locked))
    returning 1)
  select count(*)::integer from done;
end;
grant execute on function palimpsest.expire_capsules(integer) to palimpsest_worker;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
