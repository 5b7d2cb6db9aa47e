-- What psql shows goes by the age that the policy lets a memory reach, and by its invariants.

-- The seconds of a duration such as 7d; null for inf.
create function palimpsest.duration_seconds(p_text text) returns float8
  language sql immutable parallel safe
  return case when p_text ~ '^[0-9]+[smhdw]$' then left(p_text, -1)::float8
    * case right(p_text, 1) when 's' then 1 when 'm' then 60 when 'h' then 3600 when 'd' then 86400 else 604800 end end;

-- How old memories may be by the policy in force, in seconds by scope, and the kinds that do not grow old. `denied`: an
-- invariant binds what is read. It is not evaluated here, so nothing is shown.
create function palimpsest.read_limits() returns jsonb
  language sql stable
  return (
    select jsonb_build_object(
      'session', palimpsest.duration_seconds(p.document #>> '{scopes,session,ttl}'),
      'project', palimpsest.duration_seconds(p.document #>> '{scopes,project,ttl}'),
      'principle', palimpsest.duration_seconds(p.document #>> '{scopes,principle,ttl}'),
      'exempt', coalesce(p.document #> '{retention,exempt_kinds}', '["decision", "rule", "procedure", "censor"]'),
      'denied', jsonb_path_exists(p.document, '$.invariants[*] ? (!exists(@.on) || exists(@.on[*] ? (@ == "read")))'))
    from palimpsest.policy p where p.tenant_id = palimpsest.tenant() order by p.seq desc limit 1);

-- Whether a memory may be read by these limits; null: there are none.
create function palimpsest.is_readable(p_limits jsonb, p_kind text, p_scope text, p_recorded timestamptz) returns boolean
  language sql stable
  return p_limits is null or (not (p_limits->>'denied')::boolean
    and (p_limits->'exempt' ? p_kind or coalesce(p_recorded > now() - make_interval(secs =>
      (p_limits->>case when p_scope = 'session' then 'session' when p_scope in ('policy', 'global') then 'principle'
        else 'project' end)::float8), true)));

-- As before.
create or replace view palimpsest.effective_chunks with (security_invoker = true, security_barrier = true) as
select m.tenant_id, m.id as chunk_id, m.kind, m.text, m.importance, m.channel, m.scope, m.subject_type, m.subject_id,
  m.project_id, m.session_id, m.tags, m.boundary_class, m.retracted as is_retracted, m.quarantined as is_quarantined,
  m.blocked_channels, m.edit_count as edits_applied, m.token_count as token_est, m.occurred_at as ts, m.reading_position
from palimpsest.memory m
where m.as_chunk and not m.retracted
  and not (m.kind in ('chunk', 'semantic_event') and m.status in ('superseded', 'replaced', 'pending'))
  and m.boundary_class <> 'secret' and (m.expires_at is null or m.expires_at > now())
  and palimpsest.is_readable((select palimpsest.read_limits()), m.kind, m.scope, m.recorded_at);

-- As before.
create or replace function palimpsest.get_active_decisions(
  p_tenant_id text, p_scope text default null, p_project_id text default null, p_subject_id text default null,
  p_channel text default null)
  returns table (decision_id text, decision text, scope text, rationale text[], precedence integer)
  language sql stable
begin atomic
  select m.id, m.attributes->>'decision', m.scope,
    array(select jsonb_array_elements_text(coalesce(m.attributes->'rationale', '[]'::jsonb))),
    palimpsest.precedence(m.scope)
  from palimpsest.memory m
  where m.tenant_id = p_tenant_id and m.kind = 'decision' and m.status = 'active'
    and not m.retracted and not m.quarantined
    and m.boundary_class = any ((select palimpsest.clearance(p_channel))::text[])
    and m.channel = any ((select palimpsest.reads(p_channel))::text[])
    and case when p_channel is null then cardinality(m.blocked_channels) = 0
             else not (p_channel = any (m.blocked_channels)) end
    and (m.expires_at is null or m.expires_at > now())
    and palimpsest.is_readable((select palimpsest.read_limits()), m.kind, m.scope, m.recorded_at)
    and (p_scope is null or m.scope = p_scope)
    and (p_project_id is null or m.project_id = p_project_id)
    and (p_subject_id is null or m.subject_id = p_subject_id)
  order by palimpsest.precedence(m.scope) desc, m.occurred_at desc, m.id;
end;

-- As before.
create or replace function palimpsest.get_available_capsules(
  p_tenant_id text, p_agent_id text, p_subject_type text default null, p_subject_id text default null)
  returns table (capsule_id text, scope text, subject_type text, subject_id text, items jsonb, risks text[],
                 author_agent_id text, expires_at timestamptz)
  language sql stable
begin atomic
  select m.id, m.scope, m.subject_type, m.subject_id,
    (select jsonb_build_object(
       'chunks', coalesce(jsonb_agg(i.item_id order by i.position) filter (where k.kind <> 'decision'), '[]'),
       'decisions', coalesce(jsonb_agg(i.item_id order by i.position) filter (where k.kind = 'decision'), '[]'),
       'artifacts', coalesce(jsonb_agg(i.item_id order by i.position) filter (where i.item_type = 'artifact'), '[]'))
     from palimpsest.capsule_item i
     left join palimpsest.memory k on i.item_type = 'memory' and k.tenant_id = i.tenant_id and k.id = i.item_id
     where i.tenant_id = m.tenant_id and i.capsule_id = m.id),
    case when m.boundary_class = any ((select palimpsest.clearance(null))::text[])
         then array(select jsonb_array_elements_text(coalesce(m.attributes->'risks', '[]'::jsonb))) else '{}' end,
    m.owner_id, c.expires_at
  from palimpsest.capsule_audience a
  join palimpsest.capsule c on c.tenant_id = a.tenant_id and c.memory_id = a.capsule_id
  join palimpsest.memory m on m.tenant_id = c.tenant_id and m.id = c.memory_id
  where a.tenant_id = p_tenant_id and a.agent_id = p_agent_id and a.agent_id = any (palimpsest.readers())
    and a.expires_at > now() and c.status = 'active' and c.expires_at > now() and not m.retracted and not m.quarantined
    and (c.forwarded_from is null or palimpsest.chain_open(c.forwarded_from))
    and cardinality(m.blocked_channels) = 0
    and palimpsest.is_readable((select palimpsest.read_limits()), m.kind, m.scope, m.recorded_at)
    and (p_subject_type is null or m.subject_type = p_subject_type)
    and (p_subject_id is null or m.subject_id = p_subject_id)
  order by c.created_at desc, m.id;
end;
