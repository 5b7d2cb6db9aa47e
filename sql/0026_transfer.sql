-- Export and import of all that a tenant remembers.

-- The export that brought a memory. Only so may a memory have a writer other than the principal that writes it: an
-- admin's import keeps writers, owners and times. It writes memories as they were first written and the edits after them,
-- and the fold makes the rest; no row comes in that says it was edited.
alter table palimpsest.memory add column imported text;
create policy admin_imports on palimpsest.memory for insert to palimpsest_app
  with check (tenant_id = palimpsest.tenant() and palimpsest.role() = 'admin' and imported is not null
              and not retracted and not amended and edited_by = '{}' and edit_count = 0);

create policy definer_in_tenant on palimpsest.record to palimpsest_definer using (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.artifact to palimpsest_definer using (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.receipt to palimpsest_definer using (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.receipt_item to palimpsest_definer using (tenant_id = palimpsest.tenant());
create policy definer_imports on palimpsest.memory_edit_pending for insert to palimpsest_definer
  with check (tenant_id = palimpsest.tenant());
grant select, insert on palimpsest.record, palimpsest.artifact, palimpsest.receipt, palimpsest.receipt_item
  to palimpsest_definer;
grant insert on palimpsest.memory_edit, palimpsest.memory_edit_event, palimpsest.memory_edit_pending,
  palimpsest.memory_state, palimpsest.memory_link, palimpsest.capsule, palimpsest.capsule_item,
  palimpsest.capsule_audience, palimpsest.capsule_access to palimpsest_definer;

create policy definer_in_tenant on palimpsest.plan to palimpsest_definer using (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.plan_correlation to palimpsest_definer using (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.plan_state to palimpsest_definer using (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.task_context to palimpsest_definer using (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.task_subtask to palimpsest_definer using (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.session to palimpsest_definer using (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.policy to palimpsest_definer using (tenant_id = palimpsest.tenant());
grant select, insert on palimpsest.plan, palimpsest.plan_correlation, palimpsest.plan_state, palimpsest.task_context,
  palimpsest.task_subtask, palimpsest.session, palimpsest.policy to palimpsest_definer;

-- What is imported was said when its session was used, not now. An event that is imported is written by the definer, which
-- runs the trigger too.
grant update (last_interaction) on palimpsest.session to palimpsest_definer;
drop trigger use_session on palimpsest.memory;
create trigger use_session after insert on palimpsest.memory
  for each row when (new.session_id is not null and new.imported is null) execute function palimpsest.use_session();

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Whole memories for an admin's export, in reading order: first those outside of sessions, oldest first, then session by
-- session. A page ends when its texts have so many bytes.
create function palimpsest.export_memories(
  p_in_sessions boolean, p_after bigint, p_until timestamptz, p_limit integer, p_bytes bigint)
  returns table (place text, record json)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  places bigint[];
begin
  if palimpsest.role() is distinct from 'admin' then
    return;
  end if;
  if p_in_sessions then
    select array_agg(s.reading_position) into places from (
      select p.reading_position, sum(octet_length(p.text)) over (order by p.reading_position) - octet_length(p.text) as before
      from (select m.reading_position, m.text from palimpsest.memory m
            where m.tenant_id = palimpsest.tenant() and m.reading_position > p_after and m.recorded_at <= p_until
            order by m.reading_position limit p_limit) p) s
    where s.before < p_bytes;
  else
    select array_agg(s.reading_position) into places from (
      select p.reading_position, sum(octet_length(p.text)) over (order by p.reading_position desc) - octet_length(p.text) as before
      from (select m.reading_position, m.text from palimpsest.memory m
            where m.tenant_id = palimpsest.tenant() and m.reading_position < p_after and m.recorded_at <= p_until
            order by m.reading_position desc limit p_limit) p) s
    where s.before < p_bytes;
  end if;
  return query
  select m.reading_position::text, json_build_object(
    'type', 'memory', 'id', m.id, 'kind', m.kind, 'text', m.text, 'attributes', m.attributes, 'importance', m.importance,
    'status', m.status, 'tags', m.tags, 'writer', m.writer, 'owner_id', m.owner_id, 'origin', m.origin,
    'speaker', m.speaker, 'scope', m.scope, 'subject_type', m.subject_type, 'subject_id', m.subject_id,
    'project_id', m.project_id, 'session_id', m.session_id, 'channel', m.channel, 'visibility', m.visibility,
    'audience', m.audience, 'boundary_class', m.boundary_class, 'occurred_at', m.occurred_at,
    'recorded_at', m.recorded_at, 'expires_at', m.expires_at, 'retracted', m.retracted, 'quarantined', m.quarantined,
    'blocked_channels', m.blocked_channels,
    'original', json_build_object('text', o.text, 'attributes', o.attributes, 'importance', o.importance),
    'states', (select json_agg(json_build_object('status', s.status, 'actor_id', s.actor_id, 'at', s.at,
                                                 'rollback_id', s.rollback_id) order by s.seq)
               from palimpsest.memory_state s where s.tenant_id = m.tenant_id and s.memory_id = m.id),
    'edits', (select json_agg(json_build_object('edit_id', e.edit_id, 'op', e.op, 'patch', e.patch, 'reason', e.reason,
                  'proposer_type', e.proposer_type, 'proposer_id', e.proposer_id, 'cascade', e.cascade,
                  'twins', e.twins, 'caused_by', e.caused_by, 'rollback_id', e.rollback_id, 'created_at', e.created_at,
                  'decision', case when v.edit_id is not null then json_build_object('status', v.status,
                    'actor_type', v.actor_type, 'actor_id', v.actor_id, 'note', v.note, 'at', v.at,
                    'by_reviewer', v.by_reviewer, 'rollback_id', v.rollback_id, 'seq', v.seq) end)
                order by e.created_at, e.edit_id)
              from palimpsest.memory_edit e
              left join palimpsest.memory_edit_event v on v.tenant_id = e.tenant_id and v.edit_id = e.edit_id
              where e.tenant_id = m.tenant_id and e.memory_id = m.id),
    'capsule', case when m.kind = 'capsule' then (
      select json_build_object('author_id', c.author_id, 'audience', c.audience, 'subject_type', c.subject_type,
        'subject_id', c.subject_id, 'ttl_days', c.ttl_days, 'status', c.status, 'forward', c.forward,
        'forwarded_from', c.forwarded_from, 'hops', c.hops, 'item_count', c.item_count, 'created_at', c.created_at,
        'expires_at', c.expires_at, 'revoked_at', c.revoked_at, 'closed_by_edit', c.closed_by_edit,
        'items', (select json_agg(json_build_object('position', i.position, 'item_type', i.item_type, 'item_id', i.item_id)
                                  order by i.position)
                  from palimpsest.capsule_item i where i.tenant_id = c.tenant_id and i.capsule_id = c.memory_id),
        'readers', (select json_agg(json_build_object('agent_id', a.agent_id, 'expires_at', a.expires_at,
                                      'forwarded', a.forwarded, 'listable', a.listable) order by a.agent_id)
                    from palimpsest.capsule_audience a where a.tenant_id = c.tenant_id and a.capsule_id = c.memory_id),
        'accesses', (select json_agg(json_build_object('agent_id', a.agent_id, 'access_count', a.access_count,
                                       'last_accessed', a.last_accessed) order by a.agent_id)
                     from palimpsest.capsule_access a where a.tenant_id = c.tenant_id and a.capsule_id = c.memory_id))
      from palimpsest.capsule c where c.tenant_id = m.tenant_id and c.memory_id = m.id) end)
  from unnest(places) with ordinality as page(place, n)
  join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.reading_position = page.place
  join palimpsest.memory_original o on o.tenant_id = m.tenant_id and o.memory_id = m.id
  order by page.n;
end $$;

-- The raw events, artifacts, links and receipts of the same export, each by its key.
create function palimpsest.export_events(p_after text, p_until timestamptz, p_limit integer, p_bytes bigint)
  returns table (place text, record json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic
    select e.event_id, json_build_object('type', 'event', 'event_id', e.event_id, 'ts', e.ts,
      'occurred_at', e.occurred_at, 'session_id', e.session_id, 'channel', e.channel, 'actor_type', e.actor_type,
      'actor_id', e.actor_id, 'kind', e.kind, 'sensitivity', e.sensitivity, 'tags', e.tags, 'content', e.content,
      'refs', e.refs, 'scope', e.scope, 'subject_type', e.subject_type, 'subject_id', e.subject_id,
      'project_id', e.project_id, 'principal_id', e.principal_id, 'memory_id', e.memory_id)
    from (
      select p.*, sum(octet_length(p.content::text)) over (order by p.event_id) - octet_length(p.content::text) as before
      from (select r.* from palimpsest.record r
            where palimpsest.role() = 'admin' and r.tenant_id = palimpsest.tenant() and r.event_id > p_after
              and r.ts <= p_until
            order by r.event_id limit p_limit) p) e
    where e.before < p_bytes order by e.event_id;
  end;
create function palimpsest.export_artifacts(p_after text, p_until timestamptz, p_limit integer, p_bytes bigint)
  returns table (place text, record json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic
    select a.artifact_id, json_build_object('type', 'artifact', 'artifact_id', a.artifact_id, 'ts', a.ts, 'kind', a.kind,
      'base64', translate(encode(a.bytes, 'base64'), E'\n', ''), 'meta', a.meta, 'owner_id', a.owner_id,
      'memory_id', a.memory_id)
    from (
      select p.*, sum(octet_length(p.bytes)) over (order by p.artifact_id) - octet_length(p.bytes) as before
      from (select r.* from palimpsest.artifact r
            where palimpsest.role() = 'admin' and r.tenant_id = palimpsest.tenant() and r.artifact_id > p_after
              and r.ts <= p_until
            order by r.artifact_id limit p_limit) p) a
    where a.before < p_bytes order by a.artifact_id;
  end;
create function palimpsest.export_links(
  p_from text, p_to text, p_type text, p_until timestamptz, p_limit integer)
  returns table (from_id text, to_id text, type text, created_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic
    select l.from_id, l.to_id, l.type, l.created_at from palimpsest.memory_link l
    where palimpsest.role() = 'admin' and l.tenant_id = palimpsest.tenant()
      and (l.from_id, l.to_id, l.type) > (p_from, p_to, p_type) and l.created_at <= p_until
    order by l.from_id, l.to_id, l.type limit p_limit;
  end;
create function palimpsest.export_receipts(p_after text, p_until timestamptz, p_limit integer)
  returns table (place text, record json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic
    select r.acb_id, json_build_object('type', 'receipt', 'acb_id', r.acb_id, 'principal_id', r.principal_id,
      'session_id', r.session_id, 'created_at', r.created_at, 'read_at', r.read_at, 'inputs', r.inputs,
      'policy_version', r.policy_version, 'last_edit_at', r.last_edit_at, 'budget_tokens', r.budget_tokens,
      'total_tokens', r.total_tokens, 'digest', r.digest, 'omissions', r.omissions, 'reader', r.reader, 'form', r.form, 'state', r.state,
      'items', (select json_agg(json_build_object('position', i.position, 'memory_id', i.memory_id, 'section', i.section,
                                  'score', i.score, 'tokens', i.tokens, 'digest', i.digest) order by i.position)
                from palimpsest.receipt_item i where i.tenant_id = r.tenant_id and i.acb_id = r.acb_id))
    from palimpsest.receipt r
    where palimpsest.role() = 'admin' and r.tenant_id = palimpsest.tenant() and r.acb_id > p_after
      and r.created_at <= p_until
    order by r.acb_id limit p_limit;
  end;
-- Plans, their working state, task contexts and sessions: an admin exports all of them, others what they may read, which
-- of sessions is their own.
create function palimpsest.export_plans(p_after text, p_until timestamptz, p_limit integer, p_bytes bigint)
  returns table (place text[], record json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic
    select array[s.plan_id], json_build_object('type', 'plan', 'plan_id', s.plan_id, 'user_id', s.user_id,
      'goal_event', s.goal_event, 'goal_data', s.goal_data, 'status', s.status, 'state', s.state,
      'session_id', s.session_id, 'parent_plan_id', s.parent_plan_id, 'response_event', s.response_event,
      'current_state', s.current_state, 'created_at', s.created_at, 'updated_at', s.updated_at,
      'correlation_ids', array(select c.correlation_id from palimpsest.plan_correlation c
        where c.tenant_id = s.tenant_id and c.plan_id = s.plan_id order by c.position))
    from (
      select p.*, sum(p.size) over (order by p.plan_id) - p.size as before
      from (select r.*, octet_length(r.goal_data::text) + octet_length(r.state::text) as size from palimpsest.plan r
            where r.tenant_id = palimpsest.tenant() and r.plan_id > p_after and r.created_at <= p_until
            order by r.plan_id limit p_limit) p) s
    where s.before < p_bytes order by s.plan_id;
  end;
-- A value is of the moment when it is read: when it was first set is not kept.
create function palimpsest.export_plan_state(p_plan text, p_key text, p_limit integer, p_bytes bigint)
  returns table (place text[], record json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic
    select array[s.plan_id, s.key], json_build_object('type', 'plan_state', 'plan_id', s.plan_id, 'key', s.key,
      'value', s.value, 'version', s.version, 'updated_at', s.updated_at, 'updated_by', s.updated_by)
    from (
      select p.*, sum(p.size) over (order by p.plan_id, p.key) - p.size as before
      from (select r.*, octet_length(r.value::text) as size from palimpsest.plan_state r
            where r.tenant_id = palimpsest.tenant() and (r.plan_id, r.key) > (p_plan, p_key collate "C")
            order by r.plan_id, r.key limit p_limit) p) s
    where s.before < p_bytes order by s.plan_id, s.key;
  end;
create function palimpsest.export_task_contexts(p_after text, p_until timestamptz, p_limit integer, p_bytes bigint)
  returns table (place text[], record json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic
    select array[s.task_id], json_build_object('type', 'task_context', 'task_id', s.task_id, 'plan_id', s.plan_id,
      'event_type', s.event_type, 'response_event', s.response_event, 'response_topic', s.response_topic,
      'data', s.data, 'state', s.state, 'created_at', s.created_at, 'updated_at', s.updated_at,
      'sub_tasks', array(select c.subtask_id from palimpsest.task_subtask c
        where c.tenant_id = s.tenant_id and c.task_id = s.task_id order by c.position))
    from (
      select p.*, sum(p.size) over (order by p.task_id) - p.size as before
      from (select r.*, octet_length(r.data::text) + octet_length(r.state::text) as size from palimpsest.task_context r
            where r.tenant_id = palimpsest.tenant() and r.task_id > p_after and r.created_at <= p_until
            order by r.task_id limit p_limit) p) s
    where s.before < p_bytes order by s.task_id;
  end;
create function palimpsest.export_sessions(
  p_user text, p_session text, p_until timestamptz, p_limit integer, p_bytes bigint)
  returns table (place text[], record json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic
    select array[s.user_id, s.session_id], json_build_object('type', 'session', 'user_id', s.user_id,
      'session_id', s.session_id, 'name', s.name, 'agent_id', s.agent_id, 'metadata', s.metadata,
      'created_at', s.created_at, 'last_interaction', s.last_interaction)
    from (
      select p.*, sum(p.size) over (order by p.user_id, p.session_id) - p.size as before
      from (select r.*, octet_length(r.metadata::text) as size from palimpsest.session r
            where r.tenant_id = palimpsest.tenant() and (r.user_id, r.session_id) > (p_user, p_session)
              and (palimpsest.role() = 'admin' or r.user_id = palimpsest.principal()) and r.created_at <= p_until
            order by r.user_id, r.session_id limit p_limit) p) s
    where s.before < p_bytes order by s.user_id, s.session_id;
  end;
grant execute on function palimpsest.export_plans(text, timestamptz, integer, bigint) to palimpsest_app;
grant execute on function palimpsest.export_plan_state(text, text, integer, bigint) to palimpsest_app;
grant execute on function palimpsest.export_task_contexts(text, timestamptz, integer, bigint) to palimpsest_app;
grant execute on function palimpsest.export_sessions(text, text, timestamptz, integer, bigint) to palimpsest_app;
grant execute on function palimpsest.export_memories(boolean, bigint, timestamptz, integer, bigint) to palimpsest_app;
grant execute on function palimpsest.export_events(text, timestamptz, integer, bigint) to palimpsest_app;
grant execute on function palimpsest.export_artifacts(text, timestamptz, integer, bigint) to palimpsest_app;
grant execute on function palimpsest.export_links(text, text, text, timestamptz, integer) to palimpsest_app;
grant execute on function palimpsest.export_receipts(text, timestamptz, integer) to palimpsest_app;

-- What an import must know of memories with these ids: an admin of all, others of their own. Of anybody else's they learn
-- only that the id is taken.
create function palimpsest.known_memories(p_ids text[])
  returns table (id text, kind text, writer text, original_hash text, imported text, edits text[])
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic
    select m.id, case when o.open then m.kind end, case when o.open then m.writer end,
      case when o.open then m.original_hash end, case when o.open then m.imported end,
      case when o.open then array(select e.edit_id from palimpsest.memory_edit e
                                  where e.tenant_id = m.tenant_id and e.memory_id = m.id) end
    from palimpsest.memory m
    cross join lateral (select palimpsest.role() = 'admin' or m.owner_id = palimpsest.principal() as open) o
    where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids);
  end;

-- The edits, states and capsules of imported memories, for admins alone; other memories get none.
create function palimpsest.import_parts(
  p_states json, p_edits json, p_decisions json, p_capsules json, p_items json, p_readers json, p_accesses json)
  returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := palimpsest.tenant();
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  insert into palimpsest.memory_state (tenant_id, memory_id, status, actor_id, at, rollback_id)
  select here, s.memory_id, s.status, s.actor_id, s.at, s.rollback_id
  from json_to_recordset(p_states) as s (n integer, memory_id text, status text, actor_id text, at timestamptz,
    rollback_id text)
  join palimpsest.memory m on m.tenant_id = here and m.id = s.memory_id and m.imported is not null
  order by s.n;
  insert into palimpsest.memory_edit (tenant_id, edit_id, memory_id, op, patch, reason, proposer_type, proposer_id,
    cascade, twins, caused_by, rollback_id, created_at)
  select here, e.edit_id, e.memory_id, e.op, e.patch, e.reason, e.proposer_type, e.proposer_id, e.cascade, e.twins,
    e.caused_by, e.rollback_id, e.created_at
  from json_to_recordset(p_edits) as e (edit_id text, memory_id text, op text, patch jsonb, reason text,
    proposer_type text, proposer_id text, cascade text, twins text, caused_by text, rollback_id text,
    created_at timestamptz)
  join palimpsest.memory m on m.tenant_id = here and m.id = e.memory_id and m.imported is not null;
  insert into palimpsest.memory_edit_event (tenant_id, edit_id, memory_id, status, actor_type, actor_id, note, at,
    by_reviewer, rollback_id)
  select here, d.edit_id, d.memory_id, d.status, d.actor_type, d.actor_id, d.note, d.at, d.by_reviewer, d.rollback_id
  from json_to_recordset(p_decisions) as d (seq bigint, edit_id text, memory_id text, status text, actor_type text,
    actor_id text, note text, at timestamptz, by_reviewer boolean, rollback_id text)
  join palimpsest.memory m on m.tenant_id = here and m.id = d.memory_id and m.imported is not null
  order by d.seq;
  insert into palimpsest.memory_edit_pending (tenant_id, edit_id, memory_id)
  select here, e.edit_id, e.memory_id
  from json_to_recordset(p_edits) as e (edit_id text, memory_id text)
  join palimpsest.memory_edit w on w.tenant_id = here and w.edit_id = e.edit_id
  where not exists (select 1 from palimpsest.memory_edit_event v where v.tenant_id = here and v.edit_id = e.edit_id);
  insert into palimpsest.capsule (tenant_id, memory_id, author_id, audience, subject_type, subject_id, ttl_days, status,
    forward, forwarded_from, hops, item_count, created_at, expires_at, revoked_at, closed_by_edit)
  select here, c.memory_id, c.author_id, c.audience, c.subject_type, c.subject_id, c.ttl_days, c.status, c.forward,
    c.forwarded_from, c.hops, c.item_count, c.created_at, c.expires_at, c.revoked_at, c.closed_by_edit
  from json_to_recordset(p_capsules) as c (memory_id text, author_id text, audience text[], subject_type text,
    subject_id text, ttl_days integer, status text, forward boolean, forwarded_from text, hops integer,
    item_count integer, created_at timestamptz, expires_at timestamptz, revoked_at timestamptz, closed_by_edit boolean)
  join palimpsest.memory m on m.tenant_id = here and m.id = c.memory_id and m.imported is not null;
  insert into palimpsest.capsule_item (tenant_id, capsule_id, position, item_type, item_id)
  select here, i.capsule_id, i.position, i.item_type, i.item_id
  from json_to_recordset(p_items) as i (capsule_id text, position integer, item_type text, item_id text)
  join palimpsest.memory m on m.tenant_id = here and m.id = i.capsule_id and m.imported is not null;
  insert into palimpsest.capsule_audience (tenant_id, agent_id, capsule_id, expires_at, forwarded, listable)
  select here, a.agent_id, a.capsule_id, a.expires_at, a.forwarded, a.listable
  from json_to_recordset(p_readers) as a (agent_id text, capsule_id text, expires_at timestamptz, forwarded boolean,
    listable boolean)
  join palimpsest.memory m on m.tenant_id = here and m.id = a.capsule_id and m.imported is not null;
  insert into palimpsest.capsule_access (tenant_id, capsule_id, agent_id, access_count, last_accessed)
  select here, a.capsule_id, a.agent_id, a.access_count, a.last_accessed
  from json_to_recordset(p_accesses) as a (capsule_id text, agent_id text, access_count bigint,
    last_accessed timestamptz)
  join palimpsest.memory m on m.tenant_id = here and m.id = a.capsule_id and m.imported is not null;
end $$;

-- Events, artifacts, links and receipts of an import, for admins alone. Each is imported, or known from before, or an
-- other one has its id, or the memory that it names is missing.
create function palimpsest.import_events(p_rows json) returns table (n integer, outcome text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := palimpsest.tenant();
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  return query
  with given as materialized (
    select g.*, g.memory_id is not null and not exists (
      select 1 from palimpsest.memory m where m.tenant_id = here and m.id = g.memory_id) as missing
    from json_to_recordset(p_rows) as g (n integer, event_id text, ts timestamptz, occurred_at timestamptz,
      session_id text, channel text, actor_type text, actor_id text, kind text, sensitivity text, tags text[],
      content jsonb, refs text[], scope text, subject_type text, subject_id text, project_id text, principal_id text,
      memory_id text)
  ), made as (
    insert into palimpsest.record (tenant_id, event_id, ts, occurred_at, session_id, channel, actor_type, actor_id, kind,
      sensitivity, tags, content, refs, scope, subject_type, subject_id, project_id, principal_id, memory_id)
    select here, g.event_id, g.ts, g.occurred_at, g.session_id, g.channel, g.actor_type, g.actor_id, g.kind,
      g.sensitivity, g.tags, g.content, g.refs, g.scope, g.subject_type, g.subject_id, g.project_id, g.principal_id,
      g.memory_id
    from given g where not g.missing order by g.n
    on conflict do nothing returning event_id
  )
  select g.n, case when g.missing then 'missing' when made.event_id is not null then 'imported'
    when r.content = g.content and r.principal_id = g.principal_id and r.memory_id is not distinct from g.memory_id
    then 'known' else 'other' end
  from given g left join made on made.event_id = g.event_id
  left join palimpsest.record r on r.tenant_id = here and r.event_id = g.event_id;
end $$;
create function palimpsest.import_artifacts(p_rows json) returns table (n integer, outcome text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := palimpsest.tenant();
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  return query
  with given as materialized (
    select g.*, decode(g.base64, 'base64') as bytes, not exists (
      select 1 from palimpsest.memory m where m.tenant_id = here and m.id = g.memory_id) as missing
    from json_to_recordset(p_rows) as g (n integer, artifact_id text, ts timestamptz, kind text, base64 text, meta jsonb,
      owner_id text, memory_id text)
  ), made as (
    insert into palimpsest.artifact (tenant_id, artifact_id, ts, kind, bytes, meta, owner_id, memory_id)
    select here, g.artifact_id, g.ts, g.kind, g.bytes, g.meta, g.owner_id, g.memory_id from given g where not g.missing
    on conflict do nothing returning artifact_id
  )
  select g.n, case when g.missing then 'missing' when made.artifact_id is not null then 'imported'
    when a.bytes = g.bytes and a.memory_id = g.memory_id then 'known' else 'other' end
  from given g left join made on made.artifact_id = g.artifact_id
  left join palimpsest.artifact a on a.tenant_id = here and a.artifact_id = g.artifact_id;
end $$;
create function palimpsest.import_links(p_rows json) returns table (n integer, outcome text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := palimpsest.tenant();
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  return query
  with given as materialized (
    select g.*, (select count(*) from palimpsest.memory m
                 where m.tenant_id = here and m.id in (g.from_id, g.to_id)) < 2 as missing
    from json_to_recordset(p_rows) as g (n integer, from_id text, to_id text, link text, created_at timestamptz)
  ), made as (
    insert into palimpsest.memory_link (tenant_id, from_id, to_id, type, created_at)
    select here, g.from_id, g.to_id, g.link, g.created_at from given g where not g.missing
    on conflict do nothing returning from_id, to_id, type
  )
  select g.n, case when g.missing then 'missing' when made.from_id is not null then 'imported' else 'known' end
  from given g left join made on made.from_id = g.from_id and made.to_id = g.to_id and made.type = g.link;
end $$;
create function palimpsest.import_receipts(p_rows json) returns table (n integer, outcome text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := palimpsest.tenant();
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  return query
  with given as materialized (
    select g.* from json_to_recordset(p_rows) as g (n integer, acb_id text, principal_id text, session_id text,
      created_at timestamptz, read_at timestamptz, inputs jsonb, policy_version text, last_edit_at timestamptz,
      budget_tokens integer, total_tokens integer, digest text, omissions jsonb, reader jsonb, form integer, state jsonb, items json)
  ), made as (
    insert into palimpsest.receipt (tenant_id, acb_id, principal_id, session_id, created_at, read_at, inputs,
      policy_version, last_edit_at, budget_tokens, total_tokens, digest, omissions, reader, form, state)
    select here, g.acb_id, g.principal_id, g.session_id, g.created_at, g.read_at, g.inputs, g.policy_version,
      g.last_edit_at, g.budget_tokens, g.total_tokens, g.digest, g.omissions, g.reader, g.form, g.state
    from given g on conflict do nothing returning acb_id
  ), listed as (
    insert into palimpsest.receipt_item (tenant_id, acb_id, position, memory_id, section, score, tokens, digest)
    select here, g.acb_id, i.position, i.memory_id, i.section, i.score, i.tokens, i.digest
    from given g join made on made.acb_id = g.acb_id
    cross join lateral json_to_recordset(coalesce(g.items, '[]')) as i (position integer, memory_id text, section text,
      score real, tokens integer, digest text)
  )
  select g.n, case when made.acb_id is not null then 'imported' when r.digest = g.digest then 'known' else 'other' end
  from given g left join made on made.acb_id = g.acb_id
  left join palimpsest.receipt r on r.tenant_id = here and r.acb_id = g.acb_id;
end $$;
-- Plans, working state, task contexts and sessions of an import. What is not an admin's becomes the caller's own, of now.
-- Each is imported, or known from before, or an other one has its name.
create function palimpsest.import_plans(p_rows json) returns table (n integer, outcome text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := palimpsest.tenant();
  whole boolean := palimpsest.role() = 'admin';
begin
  return query
  with given as materialized (
    select g.n, g.plan_id, case when whole then g.user_id else palimpsest.principal() end as user_id, g.goal_event,
      g.goal_data, g.status, g.state, g.session_id, g.parent_plan_id, g.response_event, g.current_state,
      g.correlation_ids, case when whole then g.created_at else clock_timestamp() end as created_at,
      case when whole then g.updated_at else clock_timestamp() end as updated_at
    from json_to_recordset(p_rows) as g (n integer, plan_id text, user_id text, goal_event text, goal_data jsonb,
      status text, state jsonb, session_id text, parent_plan_id text, response_event text, current_state text,
      correlation_ids text[], created_at timestamptz, updated_at timestamptz)
  ), made as (
    insert into palimpsest.plan (tenant_id, plan_id, user_id, goal_event, goal_data, status, state, session_id,
      parent_plan_id, response_event, current_state, created_at, updated_at)
    select here, g.plan_id, g.user_id, g.goal_event, g.goal_data, g.status, g.state, g.session_id, g.parent_plan_id,
      g.response_event, g.current_state, g.created_at, g.updated_at
    from given g on conflict do nothing returning plan_id
  ), named as (
    insert into palimpsest.plan_correlation (tenant_id, plan_id, correlation_id, position)
    select here, g.plan_id, c.id, c.position
    from given g join made on made.plan_id = g.plan_id
    cross join lateral unnest(g.correlation_ids) with ordinality as c(id, position)
  )
  select g.n, case when made.plan_id is not null then 'imported'
    when (p.goal_event, p.goal_data, p.status, p.state) = (g.goal_event, g.goal_data, g.status, g.state) then 'known'
    else 'other' end
  from given g left join made on made.plan_id = g.plan_id
  left join palimpsest.plan p on p.tenant_id = here and p.plan_id = g.plan_id;
end $$;
create function palimpsest.import_plan_state(p_rows json) returns table (n integer, outcome text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := palimpsest.tenant();
  whole boolean := palimpsest.role() = 'admin';
begin
  return query
  with given as materialized (
    -- A null of JSON comes as one of SQL.
    select g.n, g.plan_id, g.key, coalesce(g.value, 'null') as value, case when whole then g.version else 1 end as version,
      case when whole then g.updated_at else clock_timestamp() end as updated_at,
      case when whole then g.updated_by else palimpsest.principal_type() || ':' || palimpsest.principal() end as updated_by
    from json_to_recordset(p_rows) as g (n integer, plan_id text, key text, value jsonb, version integer,
      updated_at timestamptz, updated_by text)
  ), made as (
    insert into palimpsest.plan_state (tenant_id, plan_id, key, value, version, updated_at, updated_by)
    select here, g.plan_id, g.key, g.value, g.version, g.updated_at, g.updated_by
    from given g on conflict do nothing returning plan_id, key
  )
  select g.n, case when made.plan_id is not null then 'imported' when s.value = g.value then 'known' else 'other' end
  from given g left join made on made.plan_id = g.plan_id and made.key = g.key
  left join palimpsest.plan_state s on s.tenant_id = here and s.plan_id = g.plan_id and s.key = g.key;
end $$;
create function palimpsest.import_task_contexts(p_rows json) returns table (n integer, outcome text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := palimpsest.tenant();
  whole boolean := palimpsest.role() = 'admin';
begin
  return query
  with given as materialized (
    select g.n, g.task_id, g.plan_id, g.event_type, g.response_event, g.response_topic, g.data, g.state, g.sub_tasks,
      case when whole then g.created_at else clock_timestamp() end as created_at,
      case when whole then g.updated_at else clock_timestamp() end as updated_at
    from json_to_recordset(p_rows) as g (n integer, task_id text, plan_id text, event_type text, response_event text,
      response_topic text, data jsonb, state jsonb, sub_tasks text[], created_at timestamptz, updated_at timestamptz)
  ), made as (
    insert into palimpsest.task_context (tenant_id, task_id, plan_id, event_type, response_event, response_topic, data,
      state, created_at, updated_at)
    select here, g.task_id, g.plan_id, g.event_type, g.response_event, g.response_topic, g.data, g.state, g.created_at,
      g.updated_at
    from given g on conflict do nothing returning task_id
  ), named as (
    insert into palimpsest.task_subtask (tenant_id, task_id, subtask_id, position)
    select here, g.task_id, c.id, c.position
    from given g join made on made.task_id = g.task_id
    cross join lateral unnest(g.sub_tasks) with ordinality as c(id, position)
  )
  select g.n, case when made.task_id is not null then 'imported'
    when (t.event_type, t.response_topic, t.data, t.state) = (g.event_type, g.response_topic, g.data, g.state) then 'known'
    else 'other' end
  from given g left join made on made.task_id = g.task_id
  left join palimpsest.task_context t on t.tenant_id = here and t.task_id = g.task_id;
end $$;
create function palimpsest.import_sessions(p_rows json) returns table (n integer, outcome text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := palimpsest.tenant();
  whole boolean := palimpsest.role() = 'admin';
begin
  return query
  with given as materialized (
    select g.n, case when whole then g.user_id else palimpsest.principal() end as user_id, g.session_id, g.name,
      g.agent_id, g.metadata, case when whole then g.created_at else clock_timestamp() end as created_at,
      case when whole then g.last_interaction else clock_timestamp() end as last_interaction
    from json_to_recordset(p_rows) as g (n integer, user_id text, session_id text, name text, agent_id text,
      metadata jsonb, created_at timestamptz, last_interaction timestamptz)
  ), made as (
    insert into palimpsest.session (tenant_id, user_id, session_id, name, agent_id, metadata, created_at, last_interaction)
    select here, g.user_id, g.session_id, g.name, g.agent_id, g.metadata, g.created_at, g.last_interaction
    from given g on conflict do nothing returning user_id, session_id
  )
  select g.n, case when made.user_id is not null then 'imported'
    when s.metadata = g.metadata and s.name is not distinct from g.name and s.agent_id is not distinct from g.agent_id
    then 'known' else 'other' end
  from given g left join made on made.user_id = g.user_id and made.session_id = g.session_id
  left join palimpsest.session s on s.tenant_id = here and s.user_id = g.user_id and s.session_id = g.session_id;
end $$;

-- A policy of an import, for admins alone. It comes after the one that was in force before it, so that no policy that
-- was applied here is replaced. The caller holds the lock of the tenant's policy.
create function palimpsest.import_policy(
  p_version text, p_source text, p_document jsonb, p_after text, p_applied_at timestamptz, p_applied_by text)
  returns table (outcome text, seq bigint)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := palimpsest.tenant();
  held record;
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  select p.source, p.seq into held from palimpsest.policy p where p.tenant_id = here and p.version = p_version;
  if found then
    return query select case when held.source = p_source then 'known' else 'other' end, null::bigint;
  elsif p_after is distinct from (
    select p.version from palimpsest.policy p where p.tenant_id = here order by p.seq desc limit 1) then
    return query select 'other', null::bigint;
  else
    return query
    with made as (
      insert into palimpsest.policy (tenant_id, version, source, document, applied_at, applied_by)
      values (here, p_version, p_source, p_document, p_applied_at, p_applied_by) returning policy.seq)
    select 'imported', made.seq from made;
  end if;
end $$;
grant execute on function palimpsest.import_plans(json) to palimpsest_app;
grant execute on function palimpsest.import_plan_state(json) to palimpsest_app;
grant execute on function palimpsest.import_task_contexts(json) to palimpsest_app;
grant execute on function palimpsest.import_sessions(json) to palimpsest_app;
grant execute on function palimpsest.import_policy(text, text, jsonb, text, timestamptz, text) to palimpsest_app;
grant execute on function palimpsest.known_memories(text[]) to palimpsest_app;
grant execute on function palimpsest.import_parts(json, json, json, json, json, json, json) to palimpsest_app;
grant execute on function palimpsest.import_events(json) to palimpsest_app;
grant execute on function palimpsest.import_artifacts(json) to palimpsest_app;
grant execute on function palimpsest.import_links(json) to palimpsest_app;
grant execute on function palimpsest.import_receipts(json) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
