-- What the policy says about retention is carried out: memories that have outgrown their scope are erased once the grace
-- is over, and the oldest entries of the audit log are removed without breaking its chain.

-- Until where retention has removed the audit log: the number and the hash of the last entry that is gone. The chain
-- that is left goes on from there, and one of its entries says so too.
alter table palimpsest.audit_head
  add column pruned_seq bigint not null default 0 check (pruned_seq >= 0),
  add column pruned_hash bytea not null default decode(repeat('00', 32), 'hex') check (octet_length(pruned_hash) = 32);
grant update (pruned_seq, pruned_hash) on palimpsest.audit_head to palimpsest_definer;
grant delete on palimpsest.audit_entry to palimpsest_definer;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Removes the first entries of the transaction's tenant that are older than p_keep, at most p_limit, and gives the place
-- of the last of them; nothing if there is none. What follows an entry that has to stay stays too. PA007 if they do not
-- follow each other, so that nobody's changes are removed as if they were entries.
create function palimpsest.prune_audit(p_keep interval, p_limit integer)
  returns table (entries integer, seq bigint, hash text)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_tenant text := palimpsest.tenant();
  v_from   bigint;
  v_hash   bytea;
  v_last   bigint;
  v_until  bytea;
  v_count  integer;
  v_fits   boolean;
begin
  select h.pruned_seq, h.pruned_hash into v_from, v_hash
  from palimpsest.audit_head h where h.tenant_id = v_tenant for update;
  if not found then
    return;
  end if;
  with first as (
    select a.seq, a.at, a.prev_hash, a.hash from palimpsest.audit_entry a
    where a.tenant_id = v_tenant and a.seq > v_from order by a.seq limit p_limit
  ), old as (
    select f.seq, f.hash, f.prev_hash = lag(f.hash, 1, v_hash) over (order by f.seq) as follows from first f
    where f.seq < coalesce((
      select min(k.seq) from first k where k.at >= clock_timestamp() - greatest(p_keep, interval '1 day')),
      9223372036854775807)
  )
  select count(*), max(o.seq), bool_and(o.follows), (array_agg(o.hash order by o.seq desc))[1]
  into v_count, v_last, v_fits, v_until from old o;
  if v_count = 0 then
    return;
  end if;
  if not v_fits or v_last <> v_from + v_count then
    raise exception 'the first entries of the audit log do not follow each other' using errcode = 'PA007';
  end if;
  perform set_config('palimpsest.erases', 'on', true);
  delete from palimpsest.audit_entry a where a.tenant_id = v_tenant and a.seq > v_from and a.seq <= v_last;
  perform set_config('palimpsest.erases', '', true);
  update palimpsest.audit_head h set pruned_seq = v_last, pruned_hash = v_until where h.tenant_id = v_tenant;
  return query select v_count, v_last, encode(v_until, 'hex');
end $$;

-- Erases memories of the transaction's tenant that were recorded until the moment that is given for their scope (null:
-- none of it), with all that hangs on them, and gives their ids. A document goes with its last passage, an event with its
-- first one. What was retracted stays, hidden as it is: it is by this that the same text is not taken again.
create function palimpsest.erase_outgrown(p_session timestamptz, p_project timestamptz, p_principle timestamptz,
                                          p_exempt text[], p_limit integer) returns text[]
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
  palimpsest.erase_outgrown(timestamptz, timestamptz, timestamptz, text[], integer) to palimpsest_worker;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
