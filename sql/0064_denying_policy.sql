-- A stored policy that cannot be read shows nothing to psql either, and what was allowed at the boundary can be revoked.

-- Whether a policy document has the form that the functions below read. A section or a field that they do not know may
-- be a misspelled one, so nothing is read off such a document. An error on the way is null, and counts as no.
create function palimpsest.is_policy(p_document jsonb) returns boolean
  language sql immutable parallel safe
  return coalesce(
    jsonb_typeof(p_document) = 'object'
    and not jsonb_path_exists(p_document, '$.keyvalue() ? (
      !(@.key == "version" && (@.value.type() == "string" || @.value.type() == "number"))
      && !(@.key == "invariants" && @.value.type() == "array")
      && !((@.key == "meta" || @.key == "channels" || @.key == "scopes" || @.key == "signing"
            || @.key == "boundary_classes" || @.key == "redact_policies" || @.key == "approval" || @.key == "retrieval"
            || @.key == "censors" || @.key == "maintenance" || @.key == "retention" || @.key == "feedback"
            || @.key == "escalations" || @.key == "limits") && @.value.type() == "object"))', silent => true)
    and not jsonb_path_exists(p_document, '$.channels.keyvalue() ? (
      !(@.key == "public" || @.key == "team" || @.key == "agent" || @.key == "private")
      || @.value.type() != "object"
      || exists (@.value.keyvalue() ? (
           !(@.key == "clearance" && @.value.type() == "string"
             && (@.value == "public" || @.value == "internal" || @.value == "pii"))
           && !(@.key == "reads" && @.value.type() == "array"))))', silent => true)
    and not exists (
      select from jsonb_path_query(p_document, '$.channels.keyvalue()', silent => true) c(channel)
      where c.channel->'value' ? 'reads'
        and not (c.channel->'value'->'reads' ? (c.channel->>'key')
                 and c.channel->'value'->'reads' <@ '["public", "team", "agent", "private"]'))
    and not jsonb_path_exists(p_document, '$.scopes.keyvalue() ? (
      !(@.key == "session" || @.key == "project" || @.key == "principle")
      || @.value.type() != "object"
      || exists (@.value.keyvalue() ? (
           !(@.key == "max_tokens" && @.value.type() == "number")
           && !(@.key == "ttl" && @.value.type() == "string"
                && (@.value == "inf" || @.value like_regex "^[0-9]+[smhdw]$")))))', silent => true)
    and not jsonb_path_exists(p_document, '$.retention.exempt_kinds.type() ? (@ != "array")', silent => true)
    and not jsonb_path_exists(p_document, '$.retention.exempt_kinds[*].type() ? (@ != "string")', silent => true)
    and not jsonb_path_exists(p_document, '$.invariants[*].type() ? (@ != "object")', silent => true)
    and not jsonb_path_exists(p_document, '$.invariants[*].on.type() ? (@ != "array")', silent => true)
    and not jsonb_path_exists(p_document, '$.invariants[*].on[*].type() ? (@ != "string")', silent => true),
    false);

-- The document of the policy in force; null: the tenant has none. One that cannot be read is given as JSON's null.
create function palimpsest.policy_document() returns jsonb
  language sql stable
  return (
    select case when palimpsest.is_policy(p.document) then p.document else 'null'::jsonb end
    from palimpsest.policy p where p.tenant_id = palimpsest.tenant() order by p.seq desc limit 1);

-- As before, but where the policy cannot be read, no channel reads any class.
create or replace function palimpsest.clearance(p_channel text) returns text[]
  language sql stable
  return (
    select case when held.document = 'null' then '{}'::text[] else
      (array['public', 'internal', 'pii'])[1:array_position(array['public', 'internal', 'pii'], coalesce(
        held.document->'channels'->p_channel->>'clearance',
        case p_channel when 'private' then 'pii' when 'team' then 'internal' when 'agent' then 'internal'
                       else 'public' end))] end
    from (select palimpsest.policy_document() as document) held);

-- As before, but where the policy cannot be read, no channel reads another one or itself.
create or replace function palimpsest.reads(p_channel text) returns text[]
  language sql stable
  return (
    select case when held.document = 'null' then '{}'::text[]
      when p_channel is null then array['public', 'team', 'agent', 'private']
      when held.document->'channels'->p_channel ? 'reads'
        then array(select jsonb_array_elements_text(held.document->'channels'->p_channel->'reads'))
      else case p_channel when 'private' then array['public', 'team', 'agent', 'private']
                          when 'team' then array['public', 'team'] when 'agent' then array['public', 'agent']
                          when 'public' then array['public'] else '{}'::text[] end end
    from (select palimpsest.policy_document() as document) held);

-- As before, but where the policy cannot be read, nothing is shown.
create or replace function palimpsest.read_limits() returns jsonb
  language sql stable
  return (
    select case when held.document = 'null' then '{"exempt": [], "denied": true}'::jsonb else jsonb_build_object(
      'session', palimpsest.duration_seconds(held.document #>> '{scopes,session,ttl}'),
      'project', palimpsest.duration_seconds(held.document #>> '{scopes,project,ttl}'),
      'principle', palimpsest.duration_seconds(held.document #>> '{scopes,principle,ttl}'),
      'exempt', coalesce(held.document #> '{retention,exempt_kinds}', '["decision", "rule", "procedure", "censor"]'),
      'denied', jsonb_path_exists(held.document,
        '$.invariants[*] ? (!exists(@.on) || exists(@.on[*] ? (@ == "read")))')) end
    from (select palimpsest.policy_document() as document) held
    where held.document is not null);

-- An approval may be revoked while it holds, by a person who could have refused it.
alter table palimpsest.boundary_escalation drop constraint boundary_escalation_status_check;
alter table palimpsest.boundary_escalation add constraint boundary_escalation_status_check
  check (status in ('pending', 'approved', 'rejected', 'revoked'));
drop policy another_person_decides on palimpsest.boundary_escalation;
create policy another_person_decides on palimpsest.boundary_escalation for update to palimpsest_app
  using (tenant_id = palimpsest.tenant() and status in ('pending', 'approved')
         and palimpsest.principal_type() = 'human' and palimpsest.role() in ('reviewer', 'admin')
         and requested_by <> palimpsest.principal_type() || ':' || palimpsest.principal())
  with check (decided_by = palimpsest.principal_type() || ':' || palimpsest.principal());
-- How many wait, of one caller and in all.
create index boundary_escalation_waiting on palimpsest.boundary_escalation (tenant_id, requested_by)
  where status = 'pending';

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- As before, with what the policy judges of the memory: whoever may not read it is not told of it.
drop function palimpsest.events_after(text, text, integer);
create function palimpsest.events_after(p_after text, p_type text, p_limit integer)
  returns table (event_id text, type text, at timestamptz, agent_id text, memory_id text, kind text, data jsonb,
                 scope text, channel text, boundary_class text, token_count integer,
                 recorded_at timestamptz, hidden boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select o.event_id, o.type, o.at, o.agent_id, o.memory_id, o.kind,
    o.data || case when o.own is null then '{}'
                   when o.agent_id = palimpsest.principal() then o.own
                   else (select jsonb_object_agg(k.key, null) from jsonb_object_keys(o.own) k(key)) end,
    judged.*
  from palimpsest.outbox o
  cross join lateral (
    select m.scope, m.channel, m.boundary_class, m.token_count, m.recorded_at,
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
grant execute on function palimpsest.events_after(text, text, integer) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
