-- A transaction that edits a thousand memories settles and places them all at once, not one by one: on the embedded engine
-- everybody else waits for it.

-- As before, of all edits that one statement decides.
create or replace function palimpsest.settle_action() returns trigger
  language plpgsql as $$
begin
  update palimpsest.memory_signal s
  set escalated_to = null, escalated_at = null, settled_at_activations = s.activations
  from decided d join palimpsest.memory_edit e on e.tenant_id = d.tenant_id and e.edit_id = d.edit_id
  where d.status = 'approved' and e.patch->'attributes' ? 'action'
    and s.tenant_id = d.tenant_id and s.memory_id = d.memory_id;
  return null;
end $$;
drop trigger settle_action on palimpsest.memory_edit_event;
create trigger settle_action after insert on palimpsest.memory_edit_event referencing new table as decided
  for each statement execute function palimpsest.settle_action();

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- As before, with the events of the transaction that come after it: what has no place and can be seen is its own.
create or replace function palimpsest.place_event() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  last bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('outbox ' || new.tenant_id, 0));
  select max(p.position) into last from palimpsest.outbox p where p.tenant_id = new.tenant_id;
  update palimpsest.outbox o set position = coalesce(last, 0) + own.n
  from (select e.event_id, row_number() over (order by e.event_id) as n from palimpsest.outbox e
        where e.tenant_id = new.tenant_id and e.event_id >= new.event_id and e.position is null) own
  where o.tenant_id = new.tenant_id and o.event_id = own.event_id;
  return null;
end $$;

-- As before. The first of the events places the others too.
create or replace function palimpsest.emit_events(p_events jsonb) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform set_config('palimpsest.placing_event', coalesce(min(e->>'event_id'), ''), true)
  from jsonb_array_elements(p_events) e;
  insert into palimpsest.outbox (tenant_id, event_id, type, agent_id, memory_id, kind, data, own)
  select palimpsest.tenant(), e.event_id, e.type, palimpsest.principal(), e.memory_id, e.kind, e.data, e.own
  from jsonb_to_recordset(p_events)
    as e(event_id text, type text, memory_id text, kind text, data jsonb, own jsonb)
  order by e.event_id;
  perform set_config('palimpsest.placing_event', '', true);
end $$;

-- As before, without a recursion for each capsule that a read looks at: most of them were not forwarded.
create or replace function palimpsest.chain_open(p_capsule text) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := p_capsule;
  is_open boolean;
  link record;
begin
  while here is not null and is_open is not false loop
    select c.status = 'active' and not c.closed_by_edit and c.expires_at > now() as open, c.forwarded_from into link
    from palimpsest.capsule c where c.tenant_id = palimpsest.tenant() and c.memory_id = here;
    exit when not found;
    is_open := link.open;
    here := link.forwarded_from;
  end loop;
  return is_open;
end $$;

-- As before. Folding one that was never edited took most of the time.
create or replace function palimpsest.capsule_was_open(p_capsule text, p_at timestamptz, p_snapshot pg_snapshot default null)
  returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := p_capsule;
  link record;
begin
  while here is not null loop
    select c.forwarded_from,
      c.created_at <= p_at and c.expires_at > p_at
        and (c.revoked_at is null or not palimpsest.was_committed(c.revoked_in, c.revoked_at, p_snapshot, p_at)) as open,
      exists (select 1 from palimpsest.memory_edit_event v
              where v.tenant_id = c.tenant_id and v.memory_id = c.memory_id) as edited
    into link from palimpsest.capsule c where c.tenant_id = palimpsest.tenant() and c.memory_id = here;
    if not found then
      return here <> p_capsule;
    end if;
    if not link.open or (link.edited and exists (
      select 1 from palimpsest.fold(here, p_at, null, null, p_snapshot) f where f.retracted or f.quarantined))
    then
      return false;
    end if;
    here := link.forwarded_from;
  end loop;
  return p_capsule is not null;
end $$;

reset role;
revoke create on schema palimpsest from palimpsest_definer;

drop trigger place on palimpsest.outbox;
create constraint trigger place after insert on palimpsest.outbox deferrable initially deferred
  for each row when (new.position is null
    and new.event_id = coalesce(nullif(current_setting('palimpsest.placing_event', true), ''), new.event_id))
  execute function palimpsest.place_event();
