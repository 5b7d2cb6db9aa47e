-- What every write of memories did for each row is done once for the statement or for the transaction, so that many
-- memories cost less than as many writes.

-- What is written with a session's name has used the session, if the writer has one of that name: memories that were not
-- imported, and events from which no memory was made. Sessions are locked in one order by all writers.
drop trigger use_session on palimpsest.memory;
drop trigger use_session on palimpsest.record;
drop function palimpsest.use_session();

create function palimpsest.use_sessions_of_memories() returns trigger
  language plpgsql as $$
begin
  perform 1 from palimpsest.session s
  where s.tenant_id = palimpsest.tenant() and s.user_id = palimpsest.principal() and s.session_id = any (array(
    select w.session_id from written w where w.imported is null))
  order by s.session_id for no key update;
  if found then
    update palimpsest.session s set last_interaction = clock_timestamp()
    where s.tenant_id = palimpsest.tenant() and s.user_id = palimpsest.principal() and s.session_id = any (array(
      select w.session_id from written w where w.imported is null));
  end if;
  return null;
end $$;
create trigger use_sessions after insert on palimpsest.memory referencing new table as written
  for each statement execute function palimpsest.use_sessions_of_memories();

create function palimpsest.use_sessions_of_events() returns trigger
  language plpgsql as $$
begin
  perform 1 from palimpsest.session s
  where s.tenant_id = palimpsest.tenant() and s.user_id = palimpsest.principal() and s.session_id = any (array(
    select w.session_id from written w where w.memory_id is null))
  order by s.session_id for no key update;
  if found then
    update palimpsest.session s set last_interaction = clock_timestamp()
    where s.tenant_id = palimpsest.tenant() and s.user_id = palimpsest.principal() and s.session_id = any (array(
      select w.session_id from written w where w.memory_id is null));
  end if;
  return null;
end $$;
create trigger use_sessions after insert on palimpsest.record referencing new table as written
  for each statement execute function palimpsest.use_sessions_of_events();

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Gives the events of a transaction the next places of their tenant, all of them when the first one asks. Those without a
-- place that this transaction sees are its own. The lock is held until the transaction has ended and is visible. It is
-- taken after all other work, so nobody who holds it waits for anything but the commit, and it cannot deadlock.
create or replace function palimpsest.place_event() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select 1 from palimpsest.outbox o
             where o.tenant_id = new.tenant_id and o.event_id = new.event_id and o.position is not null) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('outbox ' || new.tenant_id, 0));
  update palimpsest.outbox o set position = placed.position
  from (
    select w.event_id, row_number() over (order by w.event_id)
      + coalesce((select max(p.position) from palimpsest.outbox p where p.tenant_id = new.tenant_id), 0) as position
    from palimpsest.outbox w where w.tenant_id = new.tenant_id and w.position is null
  ) placed
  where o.tenant_id = new.tenant_id and o.event_id = placed.event_id;
  return null;
end $$;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
