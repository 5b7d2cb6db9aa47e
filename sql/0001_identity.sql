-- Roles, the security context of a transaction, tenants, principals, keys and policies.
--
-- palimpsest_app      serves requests. It is never an owner, a superuser or BYPASSRLS.
-- palimpsest_worker   claims jobs, moves embedding spaces and rebuilds the lexical index. It reads almost no table:
--                     what it may do are functions that are granted to it alone.
-- palimpsest_definer  owns the SECURITY DEFINER functions. It may read originals and write projections, and its own
--                     policies hold it to the tenant of the transaction.
--
-- Every table has row level security, forced for its owner too, and a key that begins with the tenant.

create extension if not exists vector with schema public;

do $$
declare wanted text;
begin
  foreach wanted in array array['palimpsest_app', 'palimpsest_worker', 'palimpsest_definer'] loop
    begin
      execute format('create role %I nologin nobypassrls', wanted);
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
end $$;

grant palimpsest_app, palimpsest_worker, palimpsest_definer to current_user;
grant usage on schema palimpsest to palimpsest_app, palimpsest_worker, palimpsest_definer;
grant select on palimpsest.schema_migration to palimpsest_app;

-- A SECURITY DEFINER function is created by its owner itself and may be called by nobody who is not named below it.
alter default privileges for role palimpsest_definer revoke execute on functions from public;

-- The caller, as set for this transaction alone. Without a tenant this is null, and null matches no row.
create function palimpsest.tenant() returns text
  language sql stable parallel safe
  return nullif(current_setting('palimpsest.tenant', true), '');

create function palimpsest.principal() returns text
  language sql stable parallel safe
  return nullif(current_setting('palimpsest.principal', true), '');

create function palimpsest.principal_type() returns text
  language sql stable parallel safe
  return nullif(current_setting('palimpsest.principal_type', true), '');

create function palimpsest.role() returns text
  language sql stable parallel safe
  return coalesce(nullif(current_setting('palimpsest.role', true), ''), 'none');

-- The names that an audience may use for the caller: its id and its teams.
create function palimpsest.readers() returns text[]
  language sql stable parallel safe
  return coalesce(nullif(current_setting('palimpsest.readers', true), ''), '{}')::text[];

-- Append-only tables refuse every change, also by their owner.
create function palimpsest.refuse_change() returns trigger
  language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'PA001';
end $$;

-- The words of a text as the lexical index counts them: English stems without stop words, by hash. The application has
-- folded and segmented the text before (case, width, marks, scripts without spaces).
create function palimpsest.lexemes(p_search text) returns table (term bigint, tf smallint)
  language sql immutable parallel safe
begin atomic
  select hashtextextended(w.lexeme, 0), least(greatest(cardinality(w.positions), 1), 255)::smallint
  from unnest(to_tsvector('pg_catalog.english'::regconfig, p_search)) w;
end;

-- The version of that index: a number of ours, raised when the application folds texts in another way, and a
-- fingerprint of what this server's stemmer and hash make of a fixed text. Neither is promised to stay the same in the
-- next major version of Postgres.
create function palimpsest.lexical_version() returns text
  language sql stable parallel safe
  return '1-' || (
    select left(md5(string_agg(l.term || ' ' || l.tf, ',' order by l.term)), 12)
    from palimpsest.lexemes('the running foxes were happily arguing about organisations, generalised databases, skies '
      'and dying news; 42 users of proceed@example.com exceeded x-ray succeeding cafés on https://example.com/a/b') l);

create table palimpsest.tenant (
  tenant_id       text primary key,
  name            text not null default '',
  -- Keys the digests that stand for texts. A bare hash of a short text can be guessed.
  digest_key      bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  -- The version with which all of this tenant's memories are indexed.
  lexical_version text not null default palimpsest.lexical_version(),
  created_at      timestamptz not null default now()
);
alter table palimpsest.tenant enable row level security, force row level security;
create policy tenant_only on palimpsest.tenant to palimpsest_app, palimpsest_worker
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
-- Scheduling and moving embedding spaces go through all tenants.
create policy definer_lists on palimpsest.tenant to palimpsest_definer using (true);
grant select, insert on palimpsest.tenant to palimpsest_app;
grant select on palimpsest.tenant to palimpsest_worker, palimpsest_definer;
grant update (lexical_version) on palimpsest.tenant to palimpsest_definer;

create table palimpsest.principal (
  tenant_id    text not null references palimpsest.tenant,
  principal_id text not null,
  type         text not null check (type in ('human', 'agent', 'service')),
  created_at   timestamptz not null default now(),
  primary key (tenant_id, principal_id)
);
alter table palimpsest.principal enable row level security, force row level security;
create policy tenant_only on palimpsest.principal to palimpsest_app, palimpsest_worker
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select, insert on palimpsest.principal to palimpsest_app;
grant select on palimpsest.principal to palimpsest_worker;

create table palimpsest.api_key (
  tenant_id    text not null,
  key_id       text not null,
  principal_id text not null,
  type         text not null check (type in ('human', 'agent', 'service')),
  role         text not null check (role in ('reader', 'writer', 'reviewer', 'admin')),
  hash         bytea not null,
  scopes       text[] not null default '{}',
  teams        text[] not null default '{}',
  grants       text[] not null default '{}',
  created_at   timestamptz not null default now(),
  expires_at   timestamptz,
  revoked_at   timestamptz,
  last_used_at timestamptz,
  primary key (tenant_id, key_id),
  foreign key (tenant_id, principal_id) references palimpsest.principal
);
create index api_key_hash on palimpsest.api_key (hash);
alter table palimpsest.api_key enable row level security, force row level security;
create policy tenant_only on palimpsest.api_key to palimpsest_app, palimpsest_worker
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
create policy definer_by_hash on palimpsest.api_key to palimpsest_definer using (true);
grant select, insert on palimpsest.api_key to palimpsest_app;
grant update (revoked_at) on palimpsest.api_key to palimpsest_app;
-- A worker looks whether the key of a job's principal is still good. It never needs the hash.
grant select (tenant_id, key_id, principal_id, type, role, scopes, teams, grants, expires_at, revoked_at)
  on palimpsest.api_key to palimpsest_worker;
grant select on palimpsest.api_key to palimpsest_definer;
grant update (last_used_at) on palimpsest.api_key to palimpsest_definer;

create table palimpsest.idempotency (
  tenant_id    text not null references palimpsest.tenant,
  principal_id text not null,
  key          text not null,
  operation    text not null,
  digest       text not null,
  answer       jsonb,
  created_at   timestamptz not null default now(),
  primary key (tenant_id, principal_id, key)
);
create index idempotency_age on palimpsest.idempotency (tenant_id, created_at);
alter table palimpsest.idempotency enable row level security, force row level security;
create policy tenant_only on palimpsest.idempotency to palimpsest_app, palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select, insert on palimpsest.idempotency to palimpsest_app;
grant update (answer) on palimpsest.idempotency to palimpsest_app;
grant select, update, delete on palimpsest.idempotency to palimpsest_definer;

-- Every policy that a tenant has set. The one with the highest seq is in force; without a row it is the shipped default.
create table palimpsest.policy (
  tenant_id  text not null references palimpsest.tenant,
  seq        bigint not null generated always as identity,
  version    text not null,
  -- The text as it was given, and what was read from it.
  source     text not null,
  document   jsonb not null check (jsonb_typeof(document) = 'object'),
  applied_at timestamptz not null default clock_timestamp(),
  applied_by text not null,
  primary key (tenant_id, seq)
);
create trigger append_only before update or delete or truncate on palimpsest.policy
  for each statement execute function palimpsest.refuse_change();
alter table palimpsest.policy enable row level security, force row level security;
create policy of_tenant on palimpsest.policy for select to palimpsest_app, palimpsest_worker
  using (tenant_id = palimpsest.tenant());
create policy admin_applies on palimpsest.policy for insert to palimpsest_app
  with check (tenant_id = palimpsest.tenant() and palimpsest.role() = 'admin' and applied_by = palimpsest.principal());
grant select, insert on palimpsest.policy to palimpsest_app;
grant select on palimpsest.policy to palimpsest_worker;

-- Which boundary classes a channel may read, for callers in psql. The levels are public < internal < pii; no channel
-- reads `secret`. The shipped defaults stand here as well as in the default policy; a test compares them.
create function palimpsest.clearance(p_channel text) returns text[]
  language sql stable
  return (array['public', 'internal', 'pii'])[1:array_position(array['public', 'internal', 'pii'], coalesce(
    (select p.document->'channels'->p_channel->>'clearance' from palimpsest.policy p
     where p.tenant_id = palimpsest.tenant() order by p.seq desc limit 1),
    case p_channel when 'private' then 'pii' when 'team' then 'internal' when 'agent' then 'internal' else 'public' end))];

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- A key is looked up before its tenant is known: by the hash of 32 random bytes, and one row only.
create function palimpsest.key_by_hash(p_hash bytea)
  returns table (tenant_id text, key_id text, principal_id text, type text, role text,
                 scopes text[], teams text[], grants text[])
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  update palimpsest.api_key k set last_used_at = clock_timestamp()
  where k.hash = p_hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp())
    and (k.last_used_at is null or k.last_used_at < clock_timestamp() - interval '1 minute');
  select k.tenant_id, k.key_id, k.principal_id, k.type, k.role, k.scopes, k.teams, k.grants
  from palimpsest.api_key k
  where k.hash = p_hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp());
end;
grant execute on function palimpsest.key_by_hash(bytea) to palimpsest_app;

-- Deletes idempotency keys of the transaction's tenant and gives their number.
create function palimpsest.delete_idempotency_keys(p_older interval, p_limit integer) returns integer
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with deleted as (
    delete from palimpsest.idempotency i
    where i.ctid = any (array(
      select o.ctid from palimpsest.idempotency o
      where o.tenant_id = palimpsest.tenant() and o.created_at < clock_timestamp() - p_older
      limit p_limit for update skip locked))
    returning 1)
  select count(*)::integer from deleted;
end;
grant execute on function palimpsest.delete_idempotency_keys(interval, integer) to palimpsest_worker;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
