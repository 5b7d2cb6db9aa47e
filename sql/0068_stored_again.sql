-- What is stored again keeps the end that it was given last, and none if the last write names none.

drop trigger use_sessions on palimpsest.memory;
drop function palimpsest.use_sessions_of_memories();

grant create on schema palimpsest to palimpsest_definer;
set role palimpsest_definer;

-- Gives a fact or a skill the tags and the end that it was stored with last. What it says is changed by edits alone.
create or replace function palimpsest.update_fact(p_id text, p_tags text[], p_expires timestamptz) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  update palimpsest.memory m set tags = p_tags, expires_at = p_expires
  where m.tenant_id = palimpsest.tenant() and m.id = p_id and m.kind in ('fact', 'procedure')
    and palimpsest.visible(m.visibility, m.owner_id, m.audience);
end;

-- What is written with a session's name has used the session, if the writer has one of that name; and so does a turn of
-- a conversation, if the user whose conversation it is has one. Sessions are locked in one order by all writers.
create function palimpsest.use_sessions_of_memories() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  used record;
begin
  for used in
    select palimpsest.principal() as user_id, w.session_id from written w
    where w.imported is null and w.session_id is not null
    union
    select w.attributes->>'user_id', w.session_id from written w
    where w.imported is null and w.session_id is not null and w.kind = 'interaction'
    order by user_id, session_id
  loop
    update palimpsest.session s set last_interaction = clock_timestamp()
    where s.tenant_id = palimpsest.tenant() and s.user_id = used.user_id and s.session_id = used.session_id;
  end loop;
  return null;
end $$;

reset role;
revoke create on schema palimpsest from palimpsest_definer;

create trigger use_sessions after insert on palimpsest.memory referencing new table as written
  for each statement execute function palimpsest.use_sessions_of_memories();
