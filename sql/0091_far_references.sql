-- A rollback asks for what rests on its writer's memories by their links, of which there are few, and not memory by memory.

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- As before.
create or replace function palimpsest.refers_to_writer(p_writer text, p_since timestamptz)
  returns table (id text, seen boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with recursive reached(id, stays) as (
    select m.id, made.type = 'mentions' and starts_with(m.writer, 'human:')
    from (
      select l.from_id as id, l.to_id as source_id, l.type from palimpsest.memory_link l
      where l.tenant_id = palimpsest.tenant() and l.type in ('derived_from', 'mentions')
      union all
      select c.memory_id, c.forwarded_from, 'forwarded' from palimpsest.capsule c
      where c.tenant_id = palimpsest.tenant() and c.forwarded_from is not null) made
    join palimpsest.memory s on s.tenant_id = palimpsest.tenant() and s.id = made.source_id and s.writer = p_writer
      and (p_since is null or s.recorded_at >= p_since)
    join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = made.id
    where palimpsest.role() in ('reviewer', 'admin')
      and (made.type <> 'mentions' or made.source_id in (select n.id from palimpsest.named_memories(m.attributes) n))
    union
    select m.id, r.stays or (made.type = 'mentions' and starts_with(m.writer, 'human:'))
    from reached r
    cross join lateral (
      select l.from_id as id, l.type from palimpsest.memory_link l
      where l.tenant_id = palimpsest.tenant() and l.to_id = r.id and l.type in ('derived_from', 'mentions')
      union all
      select c.memory_id, 'forwarded' from palimpsest.capsule c
      where c.tenant_id = palimpsest.tenant() and c.forwarded_from = r.id) made
    join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = made.id
    where made.type <> 'mentions' or r.id in (select n.id from palimpsest.named_memories(m.attributes) n)
  )
  select distinct m.id, palimpsest.visible(m.visibility, m.owner_id, m.audience)
  from reached r
  join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = r.id
  where r.stays and m.kind in ('decision', 'task') and starts_with(m.writer, 'human:') and m.writer <> p_writer
    and not m.retracted and not m.quarantined
    and not exists (select 1 from reached o where o.id = r.id and not o.stays)
  order by m.id;
end;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
