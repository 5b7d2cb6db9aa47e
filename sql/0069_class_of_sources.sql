-- What is made from other memories is at least of the class of the strictest of them, also if the link between them or
-- their class comes later. And events no longer tell the category that a fact had before it was amended.

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Raises those of these memories that are of a lower class than one that they are made from, with their postings and
-- vectors. They are locked in the order of their ids, as edits lock them.
create function palimpsest.raise_to_sources(p_ids text[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  classes constant text[] := array['public', 'internal', 'pii', 'secret'];
  lower_ids text[];
begin
  lower_ids := array(
    select distinct d.id
    from palimpsest.memory d
    join palimpsest.memory_link l on l.tenant_id = d.tenant_id and l.from_id = d.id and l.type = 'derived_from'
    join palimpsest.memory s on s.tenant_id = l.tenant_id and s.id = l.to_id
    where d.tenant_id = palimpsest.tenant() and d.id = any (p_ids)
      and array_position(classes, d.boundary_class) < array_position(classes, s.boundary_class));
  if lower_ids = '{}' then return; end if;
  perform 1 from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (lower_ids) order by m.id for no key update;
  with wanted as (
    select l.from_id as id, max(array_position(classes, s.boundary_class)) as class
    from palimpsest.memory_link l
    join palimpsest.memory s on s.tenant_id = l.tenant_id and s.id = l.to_id
    where l.tenant_id = palimpsest.tenant() and l.from_id = any (lower_ids) and l.type = 'derived_from'
    group by l.from_id
  ), raised as (
    update palimpsest.memory m set boundary_class = classes[w.class] from wanted w
    where m.tenant_id = palimpsest.tenant() and m.id = w.id and array_position(classes, m.boundary_class) < w.class
    returning m.id, m.reading_position,
      palimpsest.posting_guard(m.channel, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at) as guard,
      palimpsest.admission_needed(m.visibility, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at) as needed
  ), words as (
    update palimpsest.memory_term t set guard = r.guard from raised r
    where t.tenant_id = palimpsest.tenant() and t.reading_position = r.reading_position
  )
  update palimpsest.memory_vector v set admission_needed = r.needed from raised r
  where v.tenant_id = palimpsest.tenant() and v.memory_id = r.id;
end $$;

create function palimpsest.inherit_class() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform palimpsest.raise_to_sources(array(select l.from_id from linked l where l.type = 'derived_from'));
  return null;
end $$;

-- Those that are raised pass it on in turn.
create function palimpsest.pass_class_on() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform palimpsest.raise_to_sources(array(
    select l.from_id from palimpsest.memory_link l
    where l.tenant_id = new.tenant_id and l.to_id = new.id and l.type = 'derived_from'));
  return null;
end $$;

-- As before, and without a category that the memory no longer has.
create or replace function palimpsest.events_after(p_after text, p_type text, p_limit integer)
  returns table (event_id text, type text, at timestamptz, agent_id text, memory_id text, kind text, data jsonb,
                 scope text, channel text, boundary_class text, token_count integer,
                 recorded_at timestamptz, hidden boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select o.event_id, o.type, o.at, o.agent_id, o.memory_id, o.kind,
    o.data || case when o.own is null then '{}'
                   when o.agent_id = palimpsest.principal() then o.own
                   else (select jsonb_object_agg(k.key, null) from jsonb_object_keys(o.own) k(key)) end
           || case when o.data ? 'category' and o.data->>'category' is distinct from judged.category
                   then '{"category": null}' else '{}' end::jsonb,
    judged.scope, judged.channel, judged.boundary_class, judged.token_count, judged.recorded_at, judged.hidden
  from palimpsest.outbox o
  cross join lateral (
    select m.scope, m.channel, m.boundary_class, m.token_count, m.recorded_at, m.attributes->>'category' as category,
      m.retracted or m.quarantined or 'private' = any (m.blocked_channels) as hidden
    from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.id = o.memory_id
      and (m.expires_at is null or m.expires_at > now())
      and case when m.kind = 'capsule' and palimpsest.governs_capsules() then true
               when not palimpsest.visible(m.visibility, m.owner_id, m.audience) then false
               when m.kind <> 'capsule' or m.owner_id = palimpsest.principal() then true
               else m.retracted or m.quarantined or palimpsest.chain_open(m.id) is not false end
    offset 0) judged
  where o.tenant_id = palimpsest.tenant() and (p_type is null or o.type = p_type)
    and o.position > coalesce((select a.position from palimpsest.outbox a
                               where a.tenant_id = palimpsest.tenant() and a.event_id = p_after), 0)
  order by o.position limit p_limit;
end;

reset role;
revoke create on schema palimpsest from palimpsest_definer;

create trigger inherit_class after insert on palimpsest.memory_link referencing new table as linked
  for each statement execute function palimpsest.inherit_class();
create trigger pass_class_on after update of boundary_class on palimpsest.memory
  for each row when (old.boundary_class is distinct from new.boundary_class)
  execute function palimpsest.pass_class_on();
