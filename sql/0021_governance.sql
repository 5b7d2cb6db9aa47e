-- Edits of memories that a reviewer may undo and not read can be decided: nobody else could, if the memory is private to
-- the one who proposed the edit.

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Edits that wait of memories which the caller may undo and not read, newest first, after a place; or one edit, if it waits
-- or the caller decided on it. They come without the words that they hold.
create function palimpsest.unread_edits(p_edit text, p_memory text, p_proposer text, p_before timestamptz, p_before_id text,
                                        p_limit integer)
  returns table (edit_id text, memory_id text, op text, reason text, proposer_type text, proposer_id text, cascade text,
                 twins text, patch jsonb, kind text, retracted boolean, quarantined boolean, blocked_channels text[],
                 boundary_class text, channel text, created_at timestamptz, status text, decided_by text,
                 decided_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if palimpsest.role() not in ('reviewer', 'admin') then
    return;
  end if;
  return query
  select e.edit_id, e.memory_id, e.op, e.reason, e.proposer_type, e.proposer_id, e.cascade, e.twins,
    e.patch - '{text,attributes}'::text[], m.kind, m.retracted, m.quarantined, m.blocked_channels, m.boundary_class,
    m.channel, e.created_at, coalesce(v.status, 'pending'), v.actor_id, v.at
  from (select p.edit_id from palimpsest.memory_edit_pending p where p_edit is null and p.tenant_id = palimpsest.tenant()
        union all select p_edit where p_edit is not null) wanted
  cross join lateral (
    select * from palimpsest.memory_edit w
    where w.tenant_id = palimpsest.tenant() and w.edit_id = wanted.edit_id offset 0) e
  cross join lateral (
    select * from palimpsest.memory k where k.tenant_id = palimpsest.tenant() and k.id = e.memory_id offset 0) m
  left join palimpsest.memory_edit_event v on v.tenant_id = palimpsest.tenant() and v.edit_id = e.edit_id
  where (v.edit_id is null or (v.actor_id = palimpsest.principal() and v.actor_type = palimpsest.principal_type()))
    and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
    and not palimpsest.visible(m.visibility, m.owner_id, m.audience)
    -- Reviewers read the edits of every capsule.
    and m.kind <> 'capsule'
    and (p_memory is null or e.memory_id = p_memory) and (p_proposer is null or e.proposer_id = p_proposer)
    and (p_before is null or (e.created_at, e.edit_id) < (p_before, p_before_id))
  order by e.created_at desc, e.edit_id desc limit p_limit;
end $$;
grant execute on function palimpsest.unread_edits(text, text, text, timestamptz, text, integer) to palimpsest_app;

-- The edits in force that a restore with this patch would undo, of a memory which the caller may undo.
create function palimpsest.undone_edits(p_memory text, p_patch jsonb)
  returns table (memory_id text, edit_id text, op text, proposer_type text, proposer_id text, by_reviewer boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select e.memory_id, e.edit_id, e.op, e.proposer_type, e.proposer_id, v.by_reviewer
  from palimpsest.memory_edit_event v
  join palimpsest.memory_edit e on e.tenant_id = v.tenant_id and e.edit_id = v.edit_id
  where v.tenant_id = palimpsest.tenant() and v.memory_id = p_memory and v.status = 'approved' and e.op <> 'restore'
    and (p_patch->>'op' is null or p_patch->>'op' = e.op)
    and (p_patch->>'channel' is null or p_patch->>'channel' = e.patch->>'channel')
    and (p_patch->>'edit_id' is null or p_patch->>'edit_id' = e.edit_id)
    and palimpsest.memory_reachable(p_memory)
    and not palimpsest.is_undone(e.memory_id, e.edit_id, e.op, e.patch, v.seq)
  order by v.seq;
end;
grant execute on function palimpsest.undone_edits(text, jsonb) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
