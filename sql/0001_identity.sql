-- Roles, the per-transaction security context, and who exists.
--
-- palimpsest_app    serves every request. Never owner, superuser or BYPASSRLS.
-- palimpsest_definer owns the few SECURITY DEFINER functions. It may read originals and write projections,
--                   and is itself held to the tenant of the transaction by its own policies.

create extension if not exists vector with schema public;

do $$
begin
  begin
    create role palimpsest_app nologin nobypassrls;
  exception when duplicate_object or unique_violation then null;
  end;
  begin
    create role palimpsest_definer nologin nobypassrls;
  exception when duplicate_object or unique_violation then null;
  end;
end $$;

grant palimpsest_app, palimpsest_definer to current_user;
grant usage on schema palimpsest to palimpsest_app, palimpsest_definer;
grant select on palimpsest.schema_migration to palimpsest_app;

-- The caller, as set for this transaction alone. A missing tenant is null, and null matches no row.
create function palimpsest.tenant() returns text
  language sql stable parallel safe
  return nullif(current_setting('palimpsest.tenant', true), '');

create function palimpsest.principal() returns text
  language sql stable parallel safe
  return nullif(current_setting('palimpsest.principal', true), '');

create function palimpsest.role() returns text
  language sql stable parallel safe
  return coalesce(nullif(current_setting('palimpsest.role', true), ''), 'none');

-- The caller's own id and teams, each of which an audience may name.
create function palimpsest.readers() returns text[]
  language sql stable parallel safe
  return coalesce(nullif(current_setting('palimpsest.readers', true), ''), '{}')::text[];

create table palimpsest.tenant (
  tenant_id  text primary key,
  name       text not null default '',
  -- Keys the digests that stand in for text: a bare hash of a short text can be guessed.
  digest_key bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  created_at timestamptz not null default now()
);

create table palimpsest.principal (
  tenant_id    text not null references palimpsest.tenant,
  principal_id text not null,
  type         text not null check (type in ('human', 'agent', 'service')),
  created_at   timestamptz not null default now(),
  primary key (tenant_id, principal_id)
);

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

create table palimpsest.audit_entry (
  tenant_id  text not null references palimpsest.tenant,
  audit_id   text not null,
  at         timestamptz not null default clock_timestamp(),
  request_id text not null,
  trace_id   text not null,
  actor_type text not null,
  actor_id   text not null,
  operation  text not null,
  surface       text not null,
  decision   text not null check (decision in ('allowed', 'denied', 'failed')),
  code       text,
  ids        text[] not null default '{}',
  primary key (tenant_id, audit_id)
);
create index audit_entry_at on palimpsest.audit_entry (tenant_id, at desc);

-- Append-only means append-only for everyone, the owner included.
create function palimpsest.refuse_change() returns trigger
  language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'PA001';
end $$;

create trigger append_only before update or delete on palimpsest.audit_entry
  for each row execute function palimpsest.refuse_change();
create trigger append_only_truncate before truncate on palimpsest.audit_entry
  for each statement execute function palimpsest.refuse_change();

do $$
declare t text;
begin
  foreach t in array array['tenant', 'principal', 'api_key', 'idempotency', 'audit_entry'] loop
    execute format('alter table palimpsest.%I enable row level security', t);
    execute format('alter table palimpsest.%I force row level security', t);
    execute format(
      'create policy tenant_only on palimpsest.%I to palimpsest_app
         using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant())', t);
  end loop;
end $$;

grant select, insert on palimpsest.tenant, palimpsest.principal, palimpsest.audit_entry to palimpsest_app;
grant select, insert on palimpsest.api_key, palimpsest.idempotency to palimpsest_app;
grant update (revoked_at) on palimpsest.api_key to palimpsest_app;
grant update (answer) on palimpsest.idempotency to palimpsest_app;
grant delete on palimpsest.idempotency to palimpsest_app;

-- A key is looked up before its tenant is known: by the hash of 32 random bytes, one row, through one function.
create policy definer_by_hash on palimpsest.api_key to palimpsest_definer using (true);
grant select on palimpsest.api_key to palimpsest_definer;
grant update (last_used_at) on palimpsest.api_key to palimpsest_definer;

create function palimpsest.key_by_hash(p_hash bytea)
  returns table (tenant_id text, key_id text, principal_id text, type text, role text,
                 scopes text[], teams text[], grants text[])
  language sql volatile security definer set search_path = pg_catalog
begin atomic
  update palimpsest.api_key k set last_used_at = clock_timestamp()
  where k.hash = p_hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp())
    and (k.last_used_at is null or k.last_used_at < clock_timestamp() - interval '1 minute');
  select k.tenant_id, k.key_id, k.principal_id, k.type, k.role, k.scopes, k.teams, k.grants
  from palimpsest.api_key k
  where k.hash = p_hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp());
end;

grant create on schema palimpsest to palimpsest_definer;
alter function palimpsest.key_by_hash(bytea) owner to palimpsest_definer;
revoke create on schema palimpsest from palimpsest_definer;
revoke all on function palimpsest.key_by_hash(bytea) from public;
grant execute on function palimpsest.key_by_hash(bytea) to palimpsest_app;
