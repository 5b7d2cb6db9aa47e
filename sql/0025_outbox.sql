-- The outbox: what has changed, in the order in which it was committed, for other software to follow.
--
-- A number that is taken when an event is written does not give that order: a transaction that commits late would have a
-- number that readers have passed already. So events get their place at the end of their transaction, one transaction of
-- a tenant after the other: whoever has place 7 is visible before anybody takes place 8.
create table palimpsest.outbox (
  tenant_id text not null references palimpsest.tenant,
  event_id  text not null,
  -- Null until the transaction ends, so that nobody else ever sees it null.
  position  bigint,
  type      text not null,
  at        timestamptz not null default clock_timestamp(),
  -- Who caused it.
  agent_id  text not null,
  memory_id text not null,
  kind      text not null,
  data      jsonb not null check (jsonb_typeof(data) = 'object'),
  -- Fields of the data that are shown to whoever caused the event, and null to all others.
  own       jsonb check (jsonb_typeof(own) = 'object'),
  primary key (tenant_id, event_id),
  unique (tenant_id, position),
  foreign key (tenant_id, memory_id) references palimpsest.memory
);
create index outbox_type on palimpsest.outbox (tenant_id, type, position);
create trigger append_only before delete or truncate on palimpsest.outbox
  for each statement execute function palimpsest.refuse_change();
create trigger placed_once before update on palimpsest.outbox
  for each row when (old.position is not null) execute function palimpsest.refuse_change();
alter table palimpsest.outbox enable row level security, force row level security;
-- The serving role neither reads nor writes the table itself: the functions below show what its caller may see.
create policy definer_in_tenant on palimpsest.outbox to palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select, insert on palimpsest.outbox to palimpsest_definer;
grant update (position) on palimpsest.outbox to palimpsest_definer;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Gives an event the next place of its tenant. The lock is held until the transaction has ended and is visible. It is
-- taken after all other work, so nobody who holds it waits for anything but the commit, and it cannot deadlock.
create function palimpsest.place_event() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('outbox ' || new.tenant_id, 0));
  update palimpsest.outbox o
  set position = 1 + coalesce((select max(p.position) from palimpsest.outbox p where p.tenant_id = new.tenant_id), 0)
  where o.tenant_id = new.tenant_id and o.event_id = new.event_id;
  return null;
end $$;

-- Writes events in the caller's transaction and in the caller's name.
create function palimpsest.emit_events(p_events jsonb) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into palimpsest.outbox (tenant_id, event_id, type, agent_id, memory_id, kind, data, own)
  select palimpsest.tenant(), e.event_id, e.type, palimpsest.principal(), e.memory_id, e.kind, e.data, e.own
  from jsonb_to_recordset(p_events)
    as e(event_id text, type text, memory_id text, kind text, data jsonb, own jsonb)
  order by e.event_id;
end;
grant execute on function palimpsest.emit_events(jsonb) to palimpsest_app;

-- Events after one of them, in order. An event is shown to whoever may see its memory, or could before an edit hid it.
-- `offset 0` keeps the look at a memory an index probe for each event.
create function palimpsest.events_after(p_after text, p_type text, p_limit integer)
  returns table (event_id text, type text, at timestamptz, agent_id text, memory_id text, kind text, data jsonb)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select o.event_id, o.type, o.at, o.agent_id, o.memory_id, o.kind,
    o.data || case when o.own is null then '{}'
                   when o.agent_id = palimpsest.principal() then o.own
                   else (select jsonb_object_agg(k.key, null) from jsonb_object_keys(o.own) k(key)) end
  from palimpsest.outbox o
  where o.tenant_id = palimpsest.tenant() and (p_type is null or o.type = p_type)
    and o.position > coalesce((select a.position from palimpsest.outbox a
                               where a.tenant_id = palimpsest.tenant() and a.event_id = p_after), 0)
    and exists (
      select 1 from palimpsest.memory m
      where m.tenant_id = palimpsest.tenant() and m.id = o.memory_id
        and (m.expires_at is null or m.expires_at > now())
        and case when m.kind = 'capsule' and palimpsest.governs_capsules() then true
                 when not palimpsest.visible(m.visibility, m.owner_id, m.audience) then false
                 when m.kind <> 'capsule' or m.owner_id = palimpsest.principal() then true
                 else m.retracted or m.quarantined or palimpsest.chain_open(m.id) is not false end
      offset 0)
  order by o.position limit p_limit;
end;
grant execute on function palimpsest.events_after(text, text, integer) to palimpsest_app;

-- The last event of the tenant, whoever may see it: where a reader has come to who has read all there is for it.
create function palimpsest.last_event() returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select o.event_id from palimpsest.outbox o
  where o.tenant_id = palimpsest.tenant() and o.position is not null
  order by o.position desc limit 1;
end;
grant execute on function palimpsest.last_event() to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;

create constraint trigger place after insert on palimpsest.outbox deferrable initially deferred
  for each row when (new.position is null) execute function palimpsest.place_event();
