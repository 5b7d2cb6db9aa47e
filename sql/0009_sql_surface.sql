-- The same memory from psql: views and functions that run with the rights, and under the policies, of their caller.

create view palimpsest.effective_chunks with (security_invoker = true, security_barrier = true) as
select m.tenant_id, m.id as chunk_id, m.kind, m.text, m.importance, m.channel, m.scope, m.subject_type, m.subject_id,
  m.project_id, m.session_id, m.tags, m.boundary_class, m.retracted as is_retracted, m.quarantined as is_quarantined,
  m.blocked_channels, m.edit_count as edits_applied, m.token_count as token_est, m.occurred_at as ts, m.reading_position
from palimpsest.memory m
where m.as_chunk and not m.retracted
  and (m.expires_at is null or m.expires_at > now());
grant select on palimpsest.effective_chunks to palimpsest_app;

-- Ranks by a chunk's own words, as the product does before it looks at neighbours: BM25 with k1 1.2, a length that
-- counts from 30 words on, as a share of the best possible score. Any string is a legal query. Without a channel only
-- what every channel may read is found.
create function palimpsest.search_chunks(
  p_tenant_id text, p_query text, p_scope text default null, p_subject_type text default null,
  p_subject_id text default null, p_project_id text default null, p_include_quarantined boolean default false,
  p_channel text default null)
  returns table (chunk_id text, text text, importance real, ts timestamptz, rank real)
  language sql stable
begin atomic
  with size as (
    select greatest(coalesce(sum(s.memories), 0), 1)::float8 as memories
    from palimpsest.lexicon_stat s where s.tenant_id = p_tenant_id
  ), hit as (
    select t.term, t.reading_position, t.tf, t.len, count(*) over (partition by t.term) as df
    from palimpsest.lexemes(regexp_replace(lower(normalize(p_query, NFKC)), '[^[:alnum:]]+', ' ', 'g')) q
    join palimpsest.memory_term t on t.tenant_id = p_tenant_id and t.term = q.term
  ), weight as (
    select h.term, ln(1 + (s.memories - least(h.df, s.memories) + 0.5) / (least(h.df, s.memories) + 0.5)) as idf
    from (select distinct term, df from hit) h, size s
  ), scored as (
    select h.reading_position,
      sum(w.idf * h.tf * 2.2 / (h.tf + 1.2 * greatest(1, h.len / 30.0)))
        / greatest((select sum(idf) * 2.2 from weight), 1e-9) as score
    from hit h join weight w on w.term = h.term group by h.reading_position
  )
  select c.chunk_id, c.text, c.importance, c.ts, r.score::real
  from scored r
  join palimpsest.effective_chunks c on c.tenant_id = p_tenant_id and c.reading_position = r.reading_position
  where (p_scope is null or c.scope = p_scope)
    and (p_subject_type is null or c.subject_type = p_subject_type)
    and (p_subject_id is null or c.subject_id = p_subject_id)
    and (p_project_id is null or c.project_id = p_project_id)
    and (p_include_quarantined or not c.is_quarantined)
    and c.boundary_class = any ((select palimpsest.clearance(p_channel))::text[])
    and case when p_channel is null then cardinality(c.blocked_channels) = 0
             else not (p_channel = any (c.blocked_channels)) end
  order by r.score desc, c.importance desc, c.ts desc, c.chunk_id;
end;

create function palimpsest.get_timeline(
  p_tenant_id text, p_around_chunk_id text, p_window_seconds integer default 3600,
  p_include_quarantined boolean default false)
  returns table (chunk_id text, text text, ts timestamptz, distance_seconds integer)
  language sql stable
begin atomic
  select c.chunk_id, c.text, c.ts, extract(epoch from c.ts - center.ts)::integer
  from palimpsest.effective_chunks center
  join palimpsest.effective_chunks c on c.tenant_id = center.tenant_id
    and c.ts between center.ts - make_interval(secs => p_window_seconds)
                 and center.ts + make_interval(secs => p_window_seconds)
  where center.tenant_id = p_tenant_id and center.chunk_id = p_around_chunk_id
    and (p_include_quarantined or not c.is_quarantined)
    and c.boundary_class = any ((select palimpsest.clearance(null))::text[]) and cardinality(c.blocked_channels) = 0
  order by abs(extract(epoch from c.ts - center.ts)), c.chunk_id;
end;

-- Which of two scopes decides where decisions differ: policy over project over user over session.
create function palimpsest.precedence(p_scope text) returns integer
  language sql immutable parallel safe
  return case p_scope when 'policy' then 4 when 'project' then 3 when 'user' then 2 when 'session' then 1 else 0 end;

create function palimpsest.get_active_decisions(
  p_tenant_id text, p_scope text default null, p_project_id text default null, p_subject_id text default null)
  returns table (decision_id text, decision text, scope text, rationale text[], precedence integer)
  language sql stable
begin atomic
  select m.id, m.attributes->>'decision', m.scope,
    array(select jsonb_array_elements_text(coalesce(m.attributes->'rationale', '[]'::jsonb))),
    palimpsest.precedence(m.scope)
  from palimpsest.memory m
  where m.tenant_id = p_tenant_id and m.kind = 'decision' and m.status = 'active'
    and not m.retracted and not m.quarantined and cardinality(m.blocked_channels) = 0
    and m.boundary_class = any ((select palimpsest.clearance(null))::text[])
    and (m.expires_at is null or m.expires_at > now())
    and (p_scope is null or m.scope = p_scope)
    and (p_project_id is null or m.project_id = p_project_id)
    and (p_subject_id is null or m.subject_id = p_subject_id)
  order by palimpsest.precedence(m.scope) desc, m.occurred_at desc, m.id;
end;

-- The agent is the caller: asking for the capsules of another agent gives none. Lists the items that the caller may see.
create function palimpsest.get_available_capsules(
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
    and cardinality(m.blocked_channels) = 0
    and (p_subject_type is null or m.subject_type = p_subject_type)
    and (p_subject_id is null or m.subject_id = p_subject_id)
  order by c.created_at desc, m.id;
end;
