-- What ranking needs of a memory beside its words: who spoke, what its words ask and tell, and where in its session it
-- stands. It is written with the memory and its postings, so that a search reads it with what it reads anyway.

-- In bits. Of its words and its speaker: 1 an agent spoke; 2 it tells a time; 4 it ends in a question; 8 it is meant to
-- hold from now on; 16 it has a question. Of its place: 32 it opens its session; 64 an agent spoke in the session by
-- then; from bit 7 the turns that its speaker had just before it (3 bits, up to 7); from bit 10 the turns that the other
-- speaker had before those (2 bits, up to 3); from bit 12 how many turns ago in its speaker's present turns a question
-- was (2 bits; 3 for none); from bit 14 the same of the other speaker's turns before; from bit 16 the words of the session
-- before it, by which distances are counted (15 bits, modulo 32767; 32767 where that is not known).
alter table palimpsest.memory add column cues integer not null default 2147418112;
grant update (cues) on palimpsest.memory to palimpsest_definer;

-- asked: how often the word stands in questions of the memory, up to 3. run: the words of the session before it, as in
-- the memory's cues. Windows of postings of an earlier release, where it is not known, are counted in turns.
alter table palimpsest.memory_term add column asked smallint not null default 0, add column run smallint not null default 32767;
alter table palimpsest.memory_term drop constraint memory_term_pkey,
  add primary key (tenant_id, term, reading_position) include (tf, len, guard, visibility_limited, asked, run);

-- Who spoke is known of what was recorded before.
alter table palimpsest.memory no force row level security;
alter table palimpsest.record no force row level security;
update palimpsest.memory m set cues = m.cues | 1 from palimpsest.record r
where r.tenant_id = m.tenant_id and r.memory_id = m.id and r.actor_type = 'agent';
alter table palimpsest.memory force row level security;
alter table palimpsest.record force row level security;

-- The words of a memory as they are indexed, each with how often it stands in a question.
create function palimpsest.indexed_words(p_search text, p_asked text)
  returns table (term bigint, tf smallint, asked smallint)
  language sql immutable parallel safe
begin atomic
  select l.term, l.tf, least(coalesce(a.tf, 0), 3)::smallint
  from palimpsest.lexemes(p_search) l left join palimpsest.lexemes(p_asked) a on a.term = l.term;
end;

-- As before, of the second version: postings know questions and distances.
create or replace function palimpsest.lexical_version() returns text
  language sql stable parallel safe
  return '2-' || (
    select left(md5(string_agg(l.term || ' ' || l.tf, ',' order by l.term)), 12)
    from palimpsest.lexemes('the running foxes were happily arguing about organisations, generalised databases, skies '
      'and dying news; 42 users of proceed@example.com exceeded x-ray succeeding cafés on https://example.com/a/b') l);

-- The cues of a turn from those of its words and from the turn before it in its session, which is null for the first
-- one. A long turn counts as 200 words: no window reaches over it.
create function palimpsest.cues_after(p_before_speaker text, p_before_cues integer, p_before_words integer,
                                      p_speaker text, p_spoken integer) returns integer
  language plpgsql immutable parallel safe as $$
declare
  since integer := case when p_spoken & 16 > 0 then 0 else 3 end;
  own integer := 0;
  others integer := 0;
  asked integer := 3;
  run integer := 0;
  place integer := 32;
begin
  if p_before_cues is not null then
    place := (p_before_cues & 64) | ((p_before_cues & 1) << 6);
    if p_before_cues >> 16 <> 32767 then
      run := ((p_before_cues >> 16) + least(p_before_words, 200)) % 32767;
      if p_before_speaker = p_speaker then
        own := least(((p_before_cues >> 7) & 7) + 1, 7);
        others := (p_before_cues >> 10) & 3;
        asked := (p_before_cues >> 14) & 3;
        since := least(since, ((p_before_cues >> 12) & 3) + 1);
      elsif p_speaker is not null then
        others := least(((p_before_cues >> 7) & 7) + 1, 3);
        asked := (p_before_cues >> 12) & 3;
      end if;
    end if;
  end if;
  return p_spoken | place | ((p_spoken & 1) << 6)
    | (own << 7) | (others << 10) | (since << 12) | (asked << 14) | (run << 16);
end $$;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- The cues of memories at their positions, from those of their words and from the turn before each: one of these, or one
-- that is stored. It tells no word of that turn, which the writer may not be allowed to read. Volatile, because the turn
-- before may have been committed while the caller's statement waited for its place in the session.
create function palimpsest.cues_of(p_positions bigint[], p_speakers text[], p_spoken integer[], p_words integer[])
  returns table (reading_position bigint, cues integer)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  turn record;
  before record;
begin
  select null::bigint as at, null::text as speaker, null::integer as cues, null::integer as words into before;
  for turn in
    select g.at, g.speaker, g.spoken, g.words
    from unnest(p_positions, p_speakers, p_spoken, p_words) as g(at, speaker, spoken, words) order by g.at
  loop
    if before.at is distinct from turn.at - 1 or turn.at < 0 then
      select m.reading_position as at, m.speaker, m.cues, m.word_count as words into before from palimpsest.memory m
      where m.tenant_id = palimpsest.tenant() and m.reading_position = turn.at - 1 and turn.at > 0 and turn.at % 1048576 > 1;
    end if;
    reading_position := turn.at;
    cues := palimpsest.cues_after(before.speaker, before.cues, before.words, turn.speaker, turn.spoken);
    if turn.at < 0 then
      cues := cues & ~32;
    end if;
    return next;
    select turn.at as at, turn.speaker as speaker, cues_of.cues as cues, turn.words as words into before;
  end loop;
end $$;
grant execute on function palimpsest.cues_of(bigint[], text[], integer[], integer[]) to palimpsest_app;

-- As before, with the words that are asked and the cues of the new words.
drop function palimpsest.refold(text, text, jsonb, text, text, text, integer, integer, vector);
create function palimpsest.refold(p_id text, p_text text, p_attributes jsonb, p_search text, p_asked text, p_spoken integer,
                                  p_hash text, p_words_hash text, p_tokens integer, p_space integer, p_embedding vector)
  returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  m palimpsest.memory;
  f record;
  new_guard smallint;
  guarded boolean;
  indexed boolean;
  fits boolean;
  analysed boolean;
  new_text text;
  words integer;
begin
  select * into strict m from palimpsest.memory
  where tenant_id = palimpsest.tenant() and id = p_id and palimpsest.reachable(visibility, owner_id, audience)
  for no key update;
  select * into strict f from palimpsest.fold(p_id, null, null, null);
  new_guard := palimpsest.posting_guard(m.channel, m.boundary_class, f.quarantined, f.blocked_channels, m.expires_at);
  guarded := palimpsest.admission_needed(m.visibility, m.boundary_class, f.quarantined, f.blocked_channels, m.expires_at);
  indexed := not f.retracted;
  fits := p_hash is not null and p_text is not null
    and case when f.text is null then p_attributes is not distinct from f.attributes else p_text = f.text end;
  -- While a memory is retracted it keeps the digest of what was retracted, by which that is refused when it comes again.
  analysed := indexed and fits;
  new_text := case when f.text is not null then f.text when fits then p_text else m.text end;
  words := m.word_count;

  if indexed and not analysed
     and (m.retracted or new_text <> m.text or (f.text is null and f.attributes <> m.attributes)) then
    raise exception 'the memory changed meanwhile' using errcode = 'PA003';
  end if;

  if new_text <> m.text or f.retracted <> m.retracted then
    delete from palimpsest.memory_term where tenant_id = m.tenant_id and reading_position = m.reading_position;
    delete from palimpsest.memory_vector where tenant_id = m.tenant_id and memory_id = m.id;
    words := 0;
    if indexed then
      select coalesce(sum(l.tf), 0) into words from palimpsest.lexemes(p_search) l;
      insert into palimpsest.memory_term
        (tenant_id, term, reading_position, tf, len, guard, visibility_limited, asked, run)
      select m.tenant_id, l.term, m.reading_position, l.tf, words, new_guard, m.visibility <> 'tenant', l.asked,
        m.cues >> 16
      from palimpsest.indexed_words(p_search, p_asked) l
      on conflict (tenant_id, term, reading_position) do nothing;
      if p_embedding is null then
        perform palimpsest.fill_later(p_space);
      else
        insert into palimpsest.memory_vector (tenant_id, space_id, memory_id, admission_needed, embedding)
        values (m.tenant_id, p_space, m.id, guarded, p_embedding);
      end if;
    end if;
    insert into palimpsest.lexicon_stat as s (tenant_id, shard, memories, words)
    values (m.tenant_id, palimpsest.own_shard(), indexed::integer - (not m.retracted)::integer,
            words - case when m.retracted then 0 else m.word_count end)
    on conflict (tenant_id, shard) do update
    set memories = s.memories + excluded.memories, words = s.words + excluded.words;
  elsif new_guard <>
        palimpsest.posting_guard(m.channel, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at) then
    update palimpsest.memory_term set guard = new_guard
    where tenant_id = m.tenant_id and reading_position = m.reading_position;
    update palimpsest.memory_vector set admission_needed = guarded
    where tenant_id = m.tenant_id and memory_id = m.id and admission_needed <> guarded;
  end if;

  update palimpsest.memory set
    text = new_text, attributes = f.attributes, importance = f.importance, retracted = f.retracted,
    quarantined = f.quarantined, amended = f.amended, edited_by = f.edited_by, blocked_channels = f.blocked_channels,
    edit_count = f.edit_count,
    content_hash = case when analysed then p_hash else m.content_hash end,
    words_hash = case when analysed then p_words_hash else m.words_hash end,
    token_count = case when analysed then p_tokens else m.token_count end,
    word_count = words,
    cues = case when analysed then (m.cues & ~30) | (p_spoken & 30) else m.cues end
  where tenant_id = m.tenant_id and id = m.id;
end $$;
grant execute on function palimpsest.refold(text, text, jsonb, text, text, integer, text, text, integer, integer, vector) to palimpsest_app;

-- As before, with the words that are asked and the cues.
drop function palimpsest.replace_postings(text[], text[], text[]);
create function palimpsest.replace_postings(p_ids text[], p_hashes text[], p_searches text[], p_asked text[], p_spoken integer[])
  returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  ids text[];
  positions bigint[];
  searches text[];
  questions text[];
  words_before bigint;
  words_after bigint;
begin
  -- A statement of its own: the next one must see what whoever held the rows before has written.
  perform 1 from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids) order by m.id for no key update;
  select array_agg(m.id), array_agg(m.reading_position), array_agg(given.search), array_agg(given.asked), sum(m.word_count)
  into ids, positions, searches, questions, words_before
  from palimpsest.memory m
  join unnest(p_ids, p_hashes, p_searches, p_asked) as given(id, hash, search, asked)
    on m.id = given.id and m.content_hash = given.hash
  where m.tenant_id = palimpsest.tenant() and not m.retracted;
  if ids is null then
    return 0;
  end if;
  with size as (
    select k.id, coalesce(sum(l.tf), 0)::integer as words
    from unnest(ids, searches) as k(id, search) left join lateral palimpsest.lexemes(k.search) l on true group by k.id
  ), turns as (
    select array_agg(m.reading_position) as positions, array_agg(m.speaker) as speakers,
      array_agg((m.cues & 1) | (given.spoken & 30)) as spoken, array_agg(size.words) as words
    from size join unnest(p_ids, p_spoken) as given(id, spoken) on given.id = size.id
    join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = size.id
  ), cue as (
    select c.reading_position, c.cues
    from turns cross join lateral palimpsest.cues_of(turns.positions, turns.speakers, turns.spoken, turns.words) c
  )
  update palimpsest.memory m set word_count = size.words, cues = cue.cues
  from cue join unnest(ids, positions) as k(id, reading_position) using (reading_position) join size on size.id = k.id
  where m.tenant_id = palimpsest.tenant() and m.id = k.id;
  delete from palimpsest.memory_term t where t.tenant_id = palimpsest.tenant() and t.reading_position = any (positions);
  insert into palimpsest.memory_term (tenant_id, term, reading_position, tf, len, guard, visibility_limited, asked, run)
  select m.tenant_id, w.term, m.reading_position, w.tf, m.word_count,
    palimpsest.posting_guard(m.channel, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at),
    m.visibility <> 'tenant', w.asked, m.cues >> 16
  from unnest(ids, searches, questions) as k(id, search, asked)
  join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = k.id
  cross join lateral palimpsest.indexed_words(k.search, k.asked) w
  on conflict (tenant_id, term, reading_position) do nothing;
  select sum(m.word_count) into words_after from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (ids);
  insert into palimpsest.lexicon_stat as s (tenant_id, shard, words)
  values (palimpsest.tenant(), palimpsest.own_shard(), words_after - words_before)
  on conflict (tenant_id, shard) do update set words = s.words + excluded.words;
  return cardinality(ids);
end $$;
grant execute on function palimpsest.replace_postings(text[], text[], text[], text[], integer[]) to palimpsest_worker;

-- As before, with who spoke.
create or replace function palimpsest.export_memories(
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
    'speaker', m.speaker, 'by_agent', case when m.cues & 1 > 0 then true end, 'scope', m.scope, 'subject_type', m.subject_type, 'subject_id', m.subject_id,
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

-- What is indexed by now is indexed again, by a job for each tenant. Searches go on meanwhile.
select palimpsest.schedule_stale_rebuilds();

reset role;
revoke create on schema palimpsest from palimpsest_definer;
