-- A revocation has its time a little before it is committed, as an edit has: with its transaction a replay can tell
-- whether the context saw it.

alter table palimpsest.capsule add column revoked_in xid8 not null default '0';
grant update (revoked_in) on palimpsest.capsule to palimpsest_definer;

create or replace function palimpsest.capsule_was_open(p_capsule text, p_at timestamptz, p_snapshot pg_snapshot default null)
  returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with recursive chain as (
    select c.* from palimpsest.capsule c
    where c.tenant_id = palimpsest.tenant() and c.memory_id = p_capsule
    union all
    select c.* from palimpsest.capsule c
    join chain on c.tenant_id = palimpsest.tenant() and c.memory_id = chain.forwarded_from
  )
  select coalesce(bool_and(c.created_at <= p_at and c.expires_at > p_at
    and (c.revoked_at is null or not palimpsest.was_committed(c.revoked_in, c.revoked_at, p_snapshot, p_at))
    and not f.retracted and not f.quarantined), false)
  from chain c cross join lateral palimpsest.fold(c.memory_id, p_at, null, null, p_snapshot) f;
end;

create or replace function palimpsest.revoke_capsule(p_id text) returns timestamptz
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  first timestamptz;
  revoked text[];
begin
  perform 1 from palimpsest.capsule c
  where c.tenant_id = palimpsest.tenant() and c.memory_id = p_id
    and (c.author_id = palimpsest.principal() or palimpsest.governs_capsules())
  for no key update;
  if not found then
    return null;
  end if;
  with recursive chain as (
    select p_id as id
    union
    select c.memory_id from palimpsest.capsule c
    join chain on c.tenant_id = palimpsest.tenant() and c.forwarded_from = chain.id
  ), done as (
    update palimpsest.capsule c
    set status = 'revoked', revoked_at = clock_timestamp(), revoked_in = pg_current_xact_id()
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
