-- Where a memory was said decides where it may be used. What psql shows follows the policy like every other read.

-- The channels in which a memory may have been said to be used in this one. Without a channel, where it was said does
-- not matter; an unknown channel reads nothing. The shipped defaults stand here as well as in the default policy; a test
-- compares them.
create function palimpsest.reads(p_channel text) returns text[]
  language sql stable
  return case when p_channel is null then array['public', 'team', 'agent', 'private'] else coalesce(
    (select case when jsonb_typeof(newest.reads) = 'array'
                 then array(select jsonb_array_elements_text(newest.reads)) end
     from (select p.document->'channels'->p_channel->'reads' as reads from palimpsest.policy p
           where p.tenant_id = palimpsest.tenant() order by p.seq desc limit 1) newest),
    case p_channel when 'private' then array['public', 'team', 'agent', 'private']
                   when 'team' then array['public', 'team'] when 'agent' then array['public', 'agent']
                   when 'public' then array['public'] else '{}' end) end;

-- A rule without a channel holds in all of them, so it is kept as said in public.
alter table palimpsest.memory no force row level security;
alter table palimpsest.memory_original no force row level security;
update palimpsest.memory m set channel = 'public'
from palimpsest.memory_original o
where m.kind = 'rule' and m.channel = 'private' and o.tenant_id = m.tenant_id and o.memory_id = m.id
  and o.attributes->>'channel' is null;
alter table palimpsest.memory force row level security;
alter table palimpsest.memory_original force row level security;

create or replace view palimpsest.effective_chunks with (security_invoker = true, security_barrier = true) as
select m.tenant_id, m.id as chunk_id, m.kind, m.text, m.importance, m.channel, m.scope, m.subject_type, m.subject_id,
  m.project_id, m.session_id, m.tags, m.boundary_class, m.retracted as is_retracted, m.quarantined as is_quarantined,
  m.blocked_channels, m.edit_count as edits_applied, m.token_count as token_est, m.occurred_at as ts, m.reading_position
from palimpsest.memory m
where m.as_chunk and not m.retracted and m.boundary_class <> 'secret'
  and (m.expires_at is null or m.expires_at > now());

-- Ranks by a chunk's own words, as the product does before it looks at neighbours: BM25 with k1 1.2, a length that
-- counts from 30 words on, as a share of the best possible score. Any string is a legal query. Without a channel only
-- what every channel is cleared for is found.
create or replace function palimpsest.search_chunks(
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
    and c.channel = any ((select palimpsest.reads(p_channel))::text[])
    and case when p_channel is null then cardinality(c.blocked_channels) = 0
             else not (p_channel = any (c.blocked_channels)) end
  order by r.score desc, c.importance desc, c.ts desc, c.chunk_id;
end;

drop function palimpsest.get_timeline(text, text, integer, boolean);
-- The chunk in the middle must be one that the channel may read, or nothing is shown.
create function palimpsest.get_timeline(
  p_tenant_id text, p_around_chunk_id text, p_window_seconds integer default 3600,
  p_include_quarantined boolean default false, p_channel text default null)
  returns table (chunk_id text, text text, ts timestamptz, distance_seconds integer)
  language sql stable
begin atomic
  with readable as (
    select c.* from palimpsest.effective_chunks c
    where c.tenant_id = p_tenant_id and (p_include_quarantined or not c.is_quarantined)
      and c.boundary_class = any ((select palimpsest.clearance(p_channel))::text[])
      and c.channel = any ((select palimpsest.reads(p_channel))::text[])
      and case when p_channel is null then cardinality(c.blocked_channels) = 0
               else not (p_channel = any (c.blocked_channels)) end
  )
  select c.chunk_id, c.text, c.ts, extract(epoch from c.ts - center.ts)::integer
  from readable center
  join readable c on c.ts between center.ts - make_interval(secs => p_window_seconds)
                              and center.ts + make_interval(secs => p_window_seconds)
  where center.chunk_id = p_around_chunk_id
  order by abs(extract(epoch from c.ts - center.ts)), c.chunk_id;
end;

drop function palimpsest.get_active_decisions(text, text, text, text);
create function palimpsest.get_active_decisions(
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
    and (p_scope is null or m.scope = p_scope)
    and (p_project_id is null or m.project_id = p_project_id)
    and (p_subject_id is null or m.subject_id = p_subject_id)
  order by palimpsest.precedence(m.scope) desc, m.occurred_at desc, m.id;
end;
