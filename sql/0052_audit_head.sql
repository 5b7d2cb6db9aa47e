-- The sealer goes on only from an end of the audit log that fits its entries. Before, it began anew at 1 if the end was
-- gone, and gave numbers again that were taken if the end had been set back: it failed at each attempt, with errors
-- that named neither the log nor what was wrong with it.

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Seals the next entries of the transaction's tenant, oldest first, and gives their number. The JSON is written here as
-- RFC 8785 has it: fields by name, no spaces. A test compares it with an implementation of that standard. PA007 if the
-- recorded end does not fit the entries.
create or replace function palimpsest.seal_audit(p_limit integer) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_tenant text := palimpsest.tenant();
  v_first  bigint;
  v_seq    bigint;
  v_last   bigint;
  v_prev   bytea;
  v_hash   bytea;
  e        palimpsest.audit_unsealed;
begin
  if not exists (select 1 from palimpsest.audit_unsealed u where u.tenant_id = v_tenant) then
    return 0;
  end if;
  insert into palimpsest.audit_head (tenant_id, seq, hash)
  select v_tenant, 0, decode(repeat('00', 32), 'hex')
  where not exists (select 1 from palimpsest.audit_entry a where a.tenant_id = v_tenant)
  on conflict do nothing;
  select h.seq, h.hash into v_first, v_hash from palimpsest.audit_head h where h.tenant_id = v_tenant for update;
  if not found then
    raise exception 'the end of the audit log is not recorded' using errcode = 'PA007';
  end if;
  select max(a.seq) into v_last from palimpsest.audit_entry a where a.tenant_id = v_tenant;
  -- Numbers are given out as JSON, which holds them exactly until here.
  if v_last > v_first or v_first > 9007199254740991 - p_limit then
    raise exception 'the end of the audit log does not fit its entries' using errcode = 'PA007';
  end if;
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

reset role;
revoke create on schema palimpsest from palimpsest_definer;
