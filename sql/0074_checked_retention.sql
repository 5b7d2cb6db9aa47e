-- What has expired by its own time is erased after the same grace as what has outgrown its scope, and the oldest entries of
-- the audit log are removed only after their hashes, and the first one that stays, were checked.

create index memory_expiry on palimpsest.memory (tenant_id, expires_at)
  where expires_at is not null and kind <> 'capsule' and not retracted;

drop function palimpsest.erase_outgrown(timestamptz, timestamptz, timestamptz, text[], integer);
drop function palimpsest.prune_audit(interval, integer);

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- The hash of an entry after the one before it. The JSON is written here as RFC 8785 has it: fields by name, no spaces. A
-- test compares it with an implementation of that standard.
create function palimpsest.audit_hash(e palimpsest.audit_entry) returns bytea
  language sql stable
  return sha256(convert_to(encode(e.prev_hash, 'hex') || E'\n'
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
      || ',"seq":' || e.seq
      || ',"surface":' || to_json(e.surface)
      || ',"times":' || e.times
      || ',"trace_id":' || to_json(e.trace_id) || '}', 'UTF8'));

-- Seals the next entries of the transaction's tenant, oldest first, and gives their number. PA007 if the recorded end does
-- not fit the entries.
create or replace function palimpsest.seal_audit(p_limit integer) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_tenant text := palimpsest.tenant();
  v_first  bigint;
  v_seq    bigint;
  v_last   bigint;
  v_hash   bytea;
  e        palimpsest.audit_entry;
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
    select u.tenant_id, v_first, u.audit_id, u.at, u.request_id, u.trace_id, u.actor_type, u.actor_id, u.on_behalf_of,
      u.operation, u.surface, u.decision, u.code, u.reason, u.scope, u.boundary_class, u.policy_version, u.ids, u.key_id,
      u.times, u.saw_originals, u.redacted_count, u.digests, null, null
    from palimpsest.audit_unsealed u where u.tenant_id = v_tenant order by u.at, u.audit_id limit p_limit
  loop
    v_seq := v_seq + 1;
    e.seq := v_seq;
    e.prev_hash := v_hash;
    v_hash := palimpsest.audit_hash(e);
    e.hash := v_hash;
    insert into palimpsest.audit_entry values (e.*);
  end loop;
  delete from palimpsest.audit_unsealed u using palimpsest.audit_entry a
  where a.tenant_id = v_tenant and a.seq > v_first and a.seq <= v_seq
    and u.tenant_id = v_tenant and u.at = a.at and u.audit_id = a.audit_id;
  update palimpsest.audit_head h set seq = v_seq, hash = v_hash where h.tenant_id = v_tenant;
  return v_seq - v_first;
end $$;

-- Removes the first entries of the transaction's tenant that are older than p_keep, at most p_limit, and gives the place
-- of the last of them; nothing if there is none. What follows an entry that has to stay stays too. PA007 if one of them, or
-- the first that stays, is not as it was sealed, so that nobody's changes go as if they were entries and what is left goes
-- on from what is gone.
create function palimpsest.prune_audit(p_keep interval, p_limit integer)
  returns table (entries integer, seq bigint, hash text)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_tenant text := palimpsest.tenant();
  v_before timestamptz := clock_timestamp() - greatest(p_keep, interval '1 day');
  v_head   palimpsest.audit_head;
  v_seq    bigint;
  v_hash   bytea;
  v_stays  boolean := false;
  e        palimpsest.audit_entry;
begin
  select h.* into v_head from palimpsest.audit_head h where h.tenant_id = v_tenant for update;
  if not found then
    return;
  end if;
  v_seq := v_head.pruned_seq;
  v_hash := v_head.pruned_hash;
  for e in
    select a.* from palimpsest.audit_entry a where a.tenant_id = v_tenant and a.seq > v_seq order by a.seq limit p_limit + 1
  loop
    if e.seq <> v_seq + 1 or e.prev_hash <> v_hash or e.hash <> palimpsest.audit_hash(e) then
      raise exception 'entry % of the audit log is not as it was sealed', v_seq + 1 using errcode = 'PA007';
    end if;
    v_stays := e.at >= v_before or e.seq > v_head.pruned_seq + p_limit;
    exit when v_stays;
    v_seq := e.seq;
    v_hash := e.hash;
  end loop;
  if not v_stays and (v_seq <> v_head.seq or v_hash <> v_head.hash) then
    raise exception 'the audit log does not reach its end' using errcode = 'PA007';
  end if;
  if v_seq = v_head.pruned_seq then
    return;
  end if;
  perform set_config('palimpsest.erases', 'on', true);
  delete from palimpsest.audit_entry a where a.tenant_id = v_tenant and a.seq > v_head.pruned_seq and a.seq <= v_seq;
  perform set_config('palimpsest.erases', '', true);
  update palimpsest.audit_head h set pruned_seq = v_seq, pruned_hash = v_hash where h.tenant_id = v_tenant;
  return query select (v_seq - v_head.pruned_seq)::integer, v_seq, encode(v_hash, 'hex');
end $$;

-- Erases memories of the transaction's tenant with all that hangs on them, and gives their ids: those that were recorded
-- until the moment that is given for their scope (null: none of it), and those that expired until p_expired. A document goes
-- with its last passage, an event with its first one. A capsule that has closed is kept. What was retracted stays, hidden
-- as it is: it is by this that the same text is not taken again.
create function palimpsest.erase_outgrown(p_session timestamptz, p_project timestamptz, p_principle timestamptz,
                                          p_expired timestamptz, p_exempt text[], p_limit integer) returns text[]
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := palimpsest.tenant();
  due text[];
  heads text[];
  revisions text[];
begin
  due := array(
    select m.id from palimpsest.memory m
    where m.tenant_id = here and not m.retracted and m.kind <> 'artifact' and m.kind <> all (p_exempt)
      and m.recorded_at <= greatest(p_session, p_project, p_principle)
      and m.recorded_at <= case when m.scope = 'session' then p_session
        when m.scope in ('policy', 'global') then p_principle else p_project end
    order by m.recorded_at, m.id limit p_limit for update skip locked);
  due := due || array(
    select m.id from palimpsest.memory m
    where m.tenant_id = here and not m.retracted and m.kind <> 'capsule' and m.kind <> 'artifact' and m.kind <> all (p_exempt)
      and m.expires_at <= p_expired and m.recorded_at <= p_expired and m.id <> all (due)
    order by m.expires_at, m.id limit p_limit - cardinality(due) for update skip locked);
  due := due || array(
    select distinct e.id from palimpsest.memory_link l
    join palimpsest.memory e on e.tenant_id = here and e.id = l.from_id
    where l.tenant_id = here and l.type = 'derived_from' and l.to_id = any (due) and e.kind = 'semantic_event'
      and e.kind <> all (p_exempt) and not e.retracted and e.id <> all (due));
  select array_agg(a.artifact_id), array_agg(distinct a.head_id) into revisions, heads
  from palimpsest.artifact a where a.tenant_id = here and a.memory_id = any (due) and a.head_id is not null;
  update palimpsest.job j
  set status = 'STOPPED', locked_by = null, locked_until = null, updated_at = clock_timestamp()
  from palimpsest.artifact a
  where a.tenant_id = here and a.artifact_id = any (revisions) and j.tenant_id = here and j.job_id = a.job_id
    and j.status in ('PENDING', 'PROCESSING');
  update palimpsest.fact_count c set facts = c.facts - f.n from (
    select m.owner_id, m.attributes->>'category' as category, count(*) as n from palimpsest.memory m
    where m.tenant_id = here and m.id = any (due) and m.kind = 'fact' and m.status = 'active' group by 1, 2) f
  where c.tenant_id = here and c.owner_id = f.owner_id and c.category = f.category;
  perform palimpsest.erase_memories(due);
  perform palimpsest.erase_memories(array(
    select h.id from palimpsest.memory h
    where h.tenant_id = here and h.id = any (heads) and not exists (
      select 1 from palimpsest.artifact a where a.tenant_id = here and a.head_id = h.id)));
  return due;
end $$;

grant execute on function palimpsest.prune_audit(interval, integer),
  palimpsest.erase_outgrown(timestamptz, timestamptz, timestamptz, timestamptz, text[], integer) to palimpsest_worker;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
