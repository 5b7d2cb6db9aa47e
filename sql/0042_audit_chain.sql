-- The audit log as a chain of hashes for each tenant, so that a change, a removal and a cut tail can be found, also if
-- the owner of the tables made it.
--
-- Calls add their entries to audit_unsealed, a change in its own transaction. They take no number and no lock there, so
-- no writer waits for another one. The sealer moves committed entries to audit_entry, where each gets the next number and
-- the hash of itself and of the one before. What was written until now is sealed in the same way, oldest first.

alter table palimpsest.audit_entry rename to audit_unsealed;
drop trigger append_only on palimpsest.audit_unsealed;
drop policy tenant_only on palimpsest.audit_unsealed;
revoke all on palimpsest.audit_unsealed from palimpsest_app, palimpsest_worker;
drop index palimpsest.audit_entry_at;

-- reason         why it was decided so, as one of a few words; never a text of a caller.
-- redacted_count how many passages of the answer were masked.
-- digests        keyed digests of what the caller sent.
alter table palimpsest.audit_unsealed rename constraint audit_entry_tenant_id_fkey to audit_unsealed_tenant_id_fkey;
alter table palimpsest.audit_unsealed rename constraint audit_entry_times_check to audit_unsealed_times_check;
alter table palimpsest.audit_unsealed
  add column reason text,
  add column scope text,
  add column boundary_class text,
  add column redacted_count integer not null default 0 check (redacted_count >= 0),
  add column digests text[] not null default '{}',
  drop constraint audit_entry_decision_check,
  add constraint audit_unsealed_decision_check
    check (decision in ('allowed', 'redacted', 'replayed', 'denied', 'failed')),
  drop constraint audit_entry_pkey,
  add constraint audit_unsealed_pkey primary key (tenant_id, at, audit_id);

-- Each entry is deleted soon after it was written.
alter table palimpsest.audit_unsealed set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create table palimpsest.audit_entry (
  tenant_id      text not null references palimpsest.tenant on delete cascade,
  -- From 1, without a gap.
  seq            bigint not null check (seq > 0),
  audit_id       text not null,
  at             timestamptz not null,
  request_id     text not null,
  trace_id       text not null,
  actor_type     text not null,
  actor_id       text not null,
  on_behalf_of   text,
  operation      text not null,
  surface        text not null,
  decision       text not null check (decision in ('allowed', 'redacted', 'replayed', 'denied', 'failed')),
  code           text,
  reason         text,
  scope          text,
  boundary_class text,
  policy_version text,
  ids            text[] not null,
  key_id         text,
  times          integer not null check (times > 0),
  saw_originals  boolean not null,
  redacted_count integer not null check (redacted_count >= 0),
  digests        text[] not null,
  prev_hash      bytea not null check (octet_length(prev_hash) = 32),
  -- SHA-256 of the hash before, a line feed and the canonical JSON (RFC 8785) of the entry.
  hash           bytea not null check (octet_length(hash) = 32),
  primary key (tenant_id, seq)
);
create index audit_entry_at on palimpsest.audit_entry (tenant_id, at, seq);
create trigger append_only before update or delete or truncate on palimpsest.audit_entry
  for each statement execute function palimpsest.refuse_change();
alter table palimpsest.audit_entry enable row level security, force row level security;
create policy tenant_only on palimpsest.audit_entry for select to palimpsest_app
  using (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.audit_entry to palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select on palimpsest.audit_entry to palimpsest_app;
grant select, insert on palimpsest.audit_entry to palimpsest_definer;

-- Where the chain of a tenant ends. The next entry goes on from here and not from the last row that is still there, so
-- that a tail that was cut off leaves a gap for ever.
create table palimpsest.audit_head (
  tenant_id text not null primary key references palimpsest.tenant on delete cascade,
  seq       bigint not null check (seq >= 0),
  hash      bytea not null check (octet_length(hash) = 32)
);
alter table palimpsest.audit_head enable row level security, force row level security;
create policy tenant_only on palimpsest.audit_head for select to palimpsest_app
  using (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.audit_head to palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select on palimpsest.audit_head to palimpsest_app;
grant select, insert, update (seq, hash) on palimpsest.audit_head to palimpsest_definer;

-- Only the sealer takes entries away, and the deletion of their tenant.
create function palimpsest.refuse_unsealed_change() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and (current_user = 'palimpsest_definer'
      or pg_trigger_depth() > 1 and current_setting('palimpsest.deletes_tenant', true) = 'on') then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'PA001';
end $$;
create trigger only_sealed before update or delete or truncate on palimpsest.audit_unsealed
  for each statement execute function palimpsest.refuse_unsealed_change();
create policy in_tenant on palimpsest.audit_unsealed for insert to palimpsest_app, palimpsest_worker
  with check (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.audit_unsealed for delete to palimpsest_definer
  using (tenant_id = palimpsest.tenant());
-- The worker looks for tenants whose entries nobody has sealed.
create policy definer_finds on palimpsest.audit_unsealed for select to palimpsest_definer using (true);
grant insert on palimpsest.audit_unsealed to palimpsest_app, palimpsest_worker;
grant select, delete on palimpsest.audit_unsealed to palimpsest_definer;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Seals the next entries of the transaction's tenant, oldest first, and gives their number. The JSON is written here as
-- RFC 8785 has it: fields by name, no spaces. A test compares it with an implementation of that standard.
create function palimpsest.seal_audit(p_limit integer) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_tenant text := palimpsest.tenant();
  v_first  bigint;
  v_seq    bigint;
  v_prev   bytea;
  v_hash   bytea;
  e        palimpsest.audit_unsealed;
begin
  if not exists (select 1 from palimpsest.audit_unsealed u where u.tenant_id = v_tenant) then
    return 0;
  end if;
  insert into palimpsest.audit_head (tenant_id, seq, hash) values (v_tenant, 0, decode(repeat('00', 32), 'hex'))
  on conflict do nothing;
  select h.seq, h.hash into v_first, v_hash from palimpsest.audit_head h where h.tenant_id = v_tenant for update;
  v_seq := v_first;
  for e in
    select u.* from palimpsest.audit_unsealed u where u.tenant_id = v_tenant order by u.at, u.audit_id limit p_limit
  loop
    v_seq := v_seq + 1;
    v_prev := v_hash;
    v_hash := sha256(convert_to(encode(v_prev, 'hex') || E'\n'
      || '{"actor_id":' || to_json(e.actor_id)
      || ',"actor_type":' || to_json(e.actor_type)
      || ',"at":' || to_json(to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
      || ',"audit_id":' || to_json(e.audit_id)
      || ',"boundary_class":' || coalesce(to_json(e.boundary_class)::text, 'null')
      || ',"code":' || coalesce(to_json(e.code)::text, 'null')
      || ',"decision":' || to_json(e.decision)
      || ',"digests":' || array_to_json(e.digests)
      || ',"ids":' || array_to_json(e.ids)
      || ',"key_id":' || coalesce(to_json(e.key_id)::text, 'null')
      || ',"on_behalf_of":' || coalesce(to_json(e.on_behalf_of)::text, 'null')
      || ',"operation":' || to_json(e.operation)
      || ',"policy_version":' || coalesce(to_json(e.policy_version)::text, 'null')
      || ',"reason":' || coalesce(to_json(e.reason)::text, 'null')
      || ',"redacted_count":' || e.redacted_count
      || ',"request_id":' || to_json(e.request_id)
      || ',"saw_originals":' || to_json(e.saw_originals)
      || ',"scope":' || coalesce(to_json(e.scope)::text, 'null')
      || ',"seq":' || v_seq
      || ',"surface":' || to_json(e.surface)
      || ',"times":' || e.times
      || ',"trace_id":' || to_json(e.trace_id) || '}', 'UTF8'));
    insert into palimpsest.audit_entry
      (tenant_id, seq, audit_id, at, request_id, trace_id, actor_type, actor_id, on_behalf_of, operation, surface,
       decision, code, reason, scope, boundary_class, policy_version, ids, key_id, times, saw_originals, redacted_count,
       digests, prev_hash, hash)
    values
      (v_tenant, v_seq, e.audit_id, e.at, e.request_id, e.trace_id, e.actor_type, e.actor_id, e.on_behalf_of,
       e.operation, e.surface, e.decision, e.code, e.reason, e.scope, e.boundary_class, e.policy_version, e.ids,
       e.key_id, e.times, e.saw_originals, e.redacted_count, e.digests, v_prev, v_hash);
  end loop;
  delete from palimpsest.audit_unsealed u using palimpsest.audit_entry a
  where a.tenant_id = v_tenant and a.seq > v_first and a.seq <= v_seq
    and u.tenant_id = v_tenant and u.at = a.at and u.audit_id = a.audit_id;
  update palimpsest.audit_head h set seq = v_seq, hash = v_hash where h.tenant_id = v_tenant;
  return v_seq - v_first;
end $$;

-- Tenants with entries that have waited for the sealer longer than this, as after a crash.
create function palimpsest.unsealed_tenants(p_older interval, p_limit integer) returns table (tenant_id text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select distinct u.tenant_id from palimpsest.audit_unsealed u where u.at < clock_timestamp() - p_older limit p_limit;
end;

grant execute on function palimpsest.seal_audit(integer) to palimpsest_app, palimpsest_worker;
grant execute on function palimpsest.unsealed_tenants(interval, integer) to palimpsest_worker;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
