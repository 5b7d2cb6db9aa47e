-- What every write of memories did for each row is done once for the statement, so that many memories cost less than as
-- many writes.

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
