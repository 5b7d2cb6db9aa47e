-- A rollback also takes back what its writer added to other people's claims and episodes, and quarantines what others made
-- from memories while the writer's words stood in them. An answer that is kept for a retry notes when it was given.
alter table palimpsest.claim_evidence add column rollback_id text;
alter table palimpsest.episode_link add column rollback_id text;
create index claim_evidence_writer on palimpsest.claim_evidence (tenant_id, writer) where rollback_id is null;
create index episode_link_linker on palimpsest.episode_link (tenant_id, linked_by) where rollback_id is null;
grant update (rollback_id) on palimpsest.claim_evidence, palimpsest.episode_link to palimpsest_definer;
-- Who links anew what was taken back has linked it.
grant update (rollback_id, linked_at) on palimpsest.episode_link to palimpsest_app;
grant update (created_at) on palimpsest.idempotency to palimpsest_app;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Takes back what a writer added to others' claims and episodes, and gives the number.
create function palimpsest.take_back_added(p_writer text, p_since timestamptz, p_rollback text) returns integer
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with evidence as (
    update palimpsest.claim_evidence e set rollback_id = p_rollback
    where e.tenant_id = palimpsest.tenant() and e.writer = p_writer and e.rollback_id is null
      and (p_since is null or e.added_at >= p_since) and palimpsest.role() in ('reviewer', 'admin')
    returning 1),
  links as (
    update palimpsest.episode_link l set rollback_id = p_rollback
    where l.tenant_id = palimpsest.tenant() and l.linked_by = substr(p_writer, strpos(p_writer, ':') + 1)
      and l.rollback_id is null and (p_since is null or l.linked_at >= p_since)
      and palimpsest.role() in ('reviewer', 'admin')
    returning 1)
  select ((select count(*) from evidence) + (select count(*) from links))::integer;
end;
grant execute on function palimpsest.take_back_added(text, timestamptz, text) to palimpsest_app;

-- Gives back what a rollback had taken from claims and episodes.
create function palimpsest.give_back_added(p_rollback text) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  update palimpsest.claim_evidence e set rollback_id = null
  where e.tenant_id = palimpsest.tenant() and e.rollback_id = p_rollback and palimpsest.role() in ('reviewer', 'admin');
  update palimpsest.episode_link l set rollback_id = null
  where l.tenant_id = palimpsest.tenant() and l.rollback_id = p_rollback and palimpsest.role() in ('reviewer', 'admin');
end;
grant execute on function palimpsest.give_back_added(text) to palimpsest_app;

-- What was made from memories while these amendments of them were in force, and is still in use.
create function palimpsest.made_from_edited(p_edits text[])
  returns table (id text, source_id text, kind text, writer text, owner_id text, visibility text, retracted boolean,
                 seen boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select distinct on (m.id) m.id, l.to_id, m.kind, m.writer, m.owner_id, m.visibility, m.retracted,
    palimpsest.visible(m.visibility, m.owner_id, m.audience)
  from palimpsest.memory_edit e
  join palimpsest.memory_edit_event v on v.tenant_id = e.tenant_id and v.edit_id = e.edit_id and v.status = 'approved'
  join palimpsest.memory_link l on l.tenant_id = e.tenant_id and l.to_id = e.memory_id and l.type = 'derived_from'
    and l.created_at >= v.at
  join palimpsest.memory m on m.tenant_id = l.tenant_id and m.id = l.from_id
  where e.tenant_id = palimpsest.tenant() and e.edit_id = any (p_edits) and e.op = 'amend'
    and not m.retracted and not m.quarantined and palimpsest.role() in ('reviewer', 'admin')
  order by m.id, l.to_id;
end;
grant execute on function palimpsest.made_from_edited(text[]) to palimpsest_app;

create or replace function palimpsest.rollback_counts(p_rollback text)
  returns table (taken integer, rejected integer, undone integer, states integer)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select count(*) filter (where e.op <> 'restore')::integer,
    (select count(*)::integer from palimpsest.memory_edit_event v
     where v.tenant_id = palimpsest.tenant() and v.rollback_id = p_rollback and palimpsest.role() in ('reviewer', 'admin')),
    count(*) filter (where e.op = 'restore')::integer,
    ((select count(*) from palimpsest.memory_state s
      where s.tenant_id = palimpsest.tenant() and s.rollback_id = p_rollback and palimpsest.role() in ('reviewer', 'admin'))
     + (select count(*) from palimpsest.claim_evidence c
        where c.tenant_id = palimpsest.tenant() and c.rollback_id = p_rollback and palimpsest.role() in ('reviewer', 'admin'))
     + (select count(*) from palimpsest.episode_link l
        where l.tenant_id = palimpsest.tenant() and l.rollback_id = p_rollback
          and palimpsest.role() in ('reviewer', 'admin')))::integer
  from palimpsest.memory_edit e
  where e.tenant_id = palimpsest.tenant() and e.rollback_id = p_rollback and palimpsest.role() in ('reviewer', 'admin');
end;

-- What a rollback has taken back stays here.
create or replace function palimpsest.export_claim_evidence(p_after text, p_until timestamptz, p_limit integer)
  returns table (place text, record json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic
    select e.evidence_id, json_build_object('type', 'claim_evidence', 'evidence_id', e.evidence_id,
      'memory_id', e.memory_id, 'writer', e.writer, 'provenance', e.provenance, 'graph', e.graph,
      'added_at', e.added_at)
    from palimpsest.claim_evidence e
    where palimpsest.role() = 'admin' and e.tenant_id = palimpsest.tenant() and e.added_at <= p_until
      and e.rollback_id is null and e.evidence_id > p_after
    order by e.evidence_id limit p_limit;
  end;

create or replace function palimpsest.export_episode_links(p_episode text, p_memory text, p_until timestamptz,
                                                           p_limit integer)
  returns table (place text[], record json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic
    select array[l.episode_id, l.memory_id], json_build_object('type', 'episode_link', 'episode_id', l.episode_id,
      'memory_id', l.memory_id, 'kind', l.kind, 'effectiveness', l.effectiveness, 'linked_by', l.linked_by,
      'linked_at', l.linked_at)
    from palimpsest.episode_link l
    where palimpsest.role() = 'admin' and l.tenant_id = palimpsest.tenant() and l.linked_at <= p_until
      and l.rollback_id is null and (l.episode_id, l.memory_id) > (p_episode, p_memory)
    order by l.episode_id, l.memory_id limit p_limit;
  end;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
