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

-- Who may be led to a memory by its words, as one number: one of bits 0 to 3 is its channel, one of bits 4 to 7 its
-- class, bits 8 to 11 are the channels that it is blocked in, 12 says that it is quarantined, 13 that it expires. So a
-- search drops the postings of memories that its reader is not admitted to before it counts or scores anything: their
-- words neither bring in neighbours nor make a word more common. One comparison decides, because a search looks at
-- thousands of postings. The server's filter builds the same numbers; a test compares them.
create function palimpsest.posting_guard(p_channel text, p_class text, p_quarantined boolean, p_blocked text[],
                                         p_expires timestamptz) returns smallint
  language sql immutable parallel safe
  return (case p_channel when 'private' then 1 when 'public' then 2 when 'team' then 4 else 8 end
    + case p_class when 'public' then 16 when 'internal' then 32 when 'pii' then 64 else 128 end
    + case when cardinality(p_blocked) = 0 then 0 else 256 * ('private' = any (p_blocked))::integer
        + 512 * ('public' = any (p_blocked))::integer + 1024 * ('team' = any (p_blocked))::integer
        + 2048 * ('agent' = any (p_blocked))::integer end
    + case when p_quarantined then 4096 else 0 end + case when p_expires is null then 0 else 8192 end)::smallint;

-- The bits that keep a posting from a search in a channel. If only bit 13 of them is set, its memory says whether it is
-- over.
create function palimpsest.barred_guards(p_channel text, p_include_quarantined boolean) returns smallint
  language sql stable
  return (15 - (select coalesce(bit_or(case r when 'private' then 1 when 'public' then 2 when 'team' then 4 else 8 end), 0)
                from unnest(palimpsest.reads(p_channel)) r)
    + 240 - (select coalesce(bit_or(case c when 'public' then 16 when 'internal' then 32 else 64 end), 0)
             from unnest(palimpsest.clearance(p_channel)) c)
    + case p_channel when 'private' then 256 when 'public' then 512 when 'team' then 1024 when 'agent' then 2048 else 3840 end
    + case when p_include_quarantined then 0 else 4096 end + 8192)::smallint;

-- Every posting is given the guard of its memory. The table is written anew, once.
create function palimpsest.guard_at(p_tenant text, p_position bigint) returns smallint
  language sql stable
  return coalesce((select palimpsest.posting_guard(m.channel, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at)
    from palimpsest.memory m where m.tenant_id = p_tenant and m.reading_position = p_position), 128::smallint);
alter table palimpsest.memory no force row level security;
alter table palimpsest.memory_term alter column admission_needed type smallint
  using palimpsest.guard_at(tenant_id, reading_position);
alter table palimpsest.memory_term rename column admission_needed to guard;
alter table palimpsest.memory force row level security;
drop function palimpsest.guard_at(text, bigint);

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Writes the fold of many memories at once, whose texts nobody analysed. Its sister refold, which writes that of one
-- memory, is made anew with the digest of words, and writes the guard there.
create or replace function palimpsest.refold_many(p_ids text[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  unanalysed boolean;
begin
  -- A statement of its own: the fold must see the edits of whoever held the rows before.
  perform 1 from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
    and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
  order by m.id for no key update;
  with folded as materialized (
    select m.tenant_id, m.id, m.reading_position, m.word_count, m.retracted as was_retracted,
      case when f.text is null then f.attributes <> m.attributes else f.text <> m.text end as changed, f.*,
      palimpsest.admission_needed(m.visibility, m.boundary_class, f.quarantined, f.blocked_channels, m.expires_at) as guarded,
      palimpsest.posting_guard(m.channel, m.boundary_class, f.quarantined, f.blocked_channels, m.expires_at) as guard,
      palimpsest.posting_guard(m.channel, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at) as was_guard
    from palimpsest.memory m cross join lateral palimpsest.fold(m.id, null, null, null) f
    where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
      and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
  ), gone as materialized (
    select * from folded where retracted and not was_retracted
  ), words_gone as (
    delete from palimpsest.memory_term t using gone
    where t.tenant_id = gone.tenant_id and t.reading_position = gone.reading_position
  ), vectors_gone as (
    delete from palimpsest.memory_vector v using gone where v.tenant_id = gone.tenant_id and v.memory_id = gone.id
  ), counted as (
    insert into palimpsest.lexicon_stat as s (tenant_id, shard, memories, words)
    select tenant_id, palimpsest.own_shard(), -count(*), -sum(word_count) from gone group by tenant_id
    on conflict (tenant_id, shard) do update
    set memories = s.memories + excluded.memories, words = s.words + excluded.words
  ), turned as materialized (
    select * from folded where not retracted and guard <> was_guard
  ), words_turned as (
    update palimpsest.memory_term t set guard = turned.guard
    from turned where t.tenant_id = turned.tenant_id and t.reading_position = turned.reading_position
  ), vectors_turned as (
    update palimpsest.memory_vector v set admission_needed = turned.guarded
    from turned where v.tenant_id = turned.tenant_id and v.memory_id = turned.id and v.admission_needed <> turned.guarded
  ), stored as (
    update palimpsest.memory m set
      text = coalesce(f.text, m.text), attributes = f.attributes, importance = f.importance, retracted = f.retracted,
      quarantined = f.quarantined, amended = f.amended, edited_by = f.edited_by, blocked_channels = f.blocked_channels,
      edit_count = f.edit_count, word_count = case when f.retracted then 0 else m.word_count end
    from folded f where m.tenant_id = f.tenant_id and m.id = f.id
  )
  select bool_or(not f.retracted and (f.changed or f.was_retracted)) into unanalysed from folded f;
  if unanalysed then
    raise exception 'the memory changed meanwhile' using errcode = 'PA003';
  end if;
end $$;


-- Replaces the postings of memories whose texts have not changed since they were read, and gives their number. Edits of
-- these memories wait. Searches see the old postings or the new ones of a memory, never none.
create or replace function palimpsest.replace_postings(p_ids text[], p_hashes text[], p_searches text[]) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  ids text[];
  positions bigint[];
  searches text[];
  words_before bigint;
  words_after bigint;
begin
  -- A statement of its own: the next one must see what whoever held the rows before has written.
  perform 1 from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids) order by m.id for no key update;
  select array_agg(m.id), array_agg(m.reading_position), array_agg(given.search), sum(m.word_count)
  into ids, positions, searches, words_before
  from palimpsest.memory m
  join unnest(p_ids, p_hashes, p_searches) as given(id, hash, search) on m.id = given.id and m.content_hash = given.hash
  where m.tenant_id = palimpsest.tenant() and not m.retracted;
  if ids is null then
    return 0;
  end if;
  delete from palimpsest.memory_term t where t.tenant_id = palimpsest.tenant() and t.reading_position = any (positions);
  with word as materialized (
    select k.id, l.term, l.tf
    from unnest(ids, searches) as k(id, search) cross join lateral palimpsest.lexemes(k.search) l
  ), size as materialized (
    select k.id, coalesce(sum(w.tf), 0)::integer as words
    from unnest(ids) as k(id) left join word w on w.id = k.id group by k.id
  ), stored as (
    insert into palimpsest.memory_term (tenant_id, term, reading_position, tf, len, guard, visibility_limited)
    select m.tenant_id, w.term, m.reading_position, w.tf, s.words,
      palimpsest.posting_guard(m.channel, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at),
      m.visibility <> 'tenant'
    from word w join size s on s.id = w.id
    join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = w.id
    on conflict (tenant_id, term, reading_position) do nothing
  ), measured as (
    update palimpsest.memory m set word_count = s.words
    from size s where m.tenant_id = palimpsest.tenant() and m.id = s.id and m.word_count <> s.words
  )
  select sum(s.words) into words_after from size s;
  insert into palimpsest.lexicon_stat as s (tenant_id, shard, words)
  values (palimpsest.tenant(), palimpsest.own_shard(), words_after - words_before)
  on conflict (tenant_id, shard) do update set words = s.words + excluded.words;
  return cardinality(ids);
end $$;

reset role;
revoke create on schema palimpsest from palimpsest_definer;

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
  ), guards as materialized (
    select palimpsest.barred_guards(p_channel, p_include_quarantined) as barred
  ), hit as (
    select t.term, t.reading_position, t.tf, t.len, count(*) over (partition by t.term) as df
    from palimpsest.lexemes(regexp_replace(lower(normalize(p_query, NFKC)), '[^[:alnum:]]+', ' ', 'g')) q
    join palimpsest.memory_term t on t.tenant_id = p_tenant_id and t.term = q.term
    cross join guards g
    where t.guard & g.barred = 0
      or (t.guard & g.barred = 8192 and exists (
        select 1 from palimpsest.memory m
        where m.tenant_id = p_tenant_id and m.reading_position = t.reading_position and m.expires_at > now() offset 0))
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
