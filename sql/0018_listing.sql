-- Lists of memories: every filter finds its page by an index, in the order of the list.

-- By kind. Chunks are most of a store, and are found by time alone.
create index memory_kind_time on palimpsest.memory (tenant_id, kind, occurred_at desc) where kind <> 'chunk';
create index memory_subject_id on palimpsest.memory (tenant_id, subject_id, occurred_at desc)
  where subject_id is not null;
create index memory_speaker on palimpsest.memory (tenant_id, speaker, occurred_at desc) where speaker is not null;
create index memory_writer_time on palimpsest.memory (tenant_id, writer, occurred_at desc);
create index memory_channel on palimpsest.memory (tenant_id, channel, occurred_at desc);
-- A search for a tag reads the memories that have any: policies keep an index of the tags themselves from being used.
create index memory_tagged on palimpsest.memory (tenant_id, occurred_at desc) where tags <> '{}';
create index memory_recorded on palimpsest.memory (tenant_id, recorded_at desc);
create index memory_quarantined on palimpsest.memory (tenant_id, occurred_at desc) where quarantined;
create index memory_retracted on palimpsest.memory (tenant_id, occurred_at desc) where retracted;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- The memories with edits that wait for a decision: those that the caller proposed, and for people all of them, if the
-- caller may see the memory.
create function palimpsest.pending_memories() returns setof text
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
  select distinct p.memory_id
  from palimpsest.memory_edit_pending p
  cross join lateral (
    select * from palimpsest.memory_edit w where w.tenant_id = p.tenant_id and w.edit_id = p.edit_id offset 0) e
  cross join lateral (
    select * from palimpsest.memory k where k.tenant_id = p.tenant_id and k.id = p.memory_id offset 0) m
  where p.tenant_id = palimpsest.tenant()
    and (palimpsest.principal_type() = 'human' or e.proposer_id = palimpsest.principal())
    and (palimpsest.visible(m.visibility, m.owner_id, m.audience)
         or (m.kind = 'capsule' and palimpsest.governs_capsules()));
end $$;
grant execute on function palimpsest.pending_memories() to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
