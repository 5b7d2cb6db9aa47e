-- What people make of an event holds for the same event in every revision of its document, also in those that are
-- ingested later: which events are the same is told here, from the words as they were ingested.

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- By this an event of one revision is known again in another: its category as it was extracted, and a quote.
create function palimpsest.event_says(p_category text, p_quote text) returns text
  language sql immutable parallel safe
return p_category || ' ' || palimpsest.folded_words(p_quote);

-- What these events rest on, and their narratives: as first written, and as they read now.
create function palimpsest.event_sayings(p_ids text[]) returns table (id text, artifact_id text, says text[], told text[])
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id, m.attributes->>'artifact_id', array_agg(distinct s.says), array[min(o.text), min(m.text)]
  from palimpsest.memory m
  join palimpsest.memory_original o on o.tenant_id = m.tenant_id and o.memory_id = m.id
  cross join lateral jsonb_array_elements(m.attributes->'evidence') as e(one)
  cross join lateral (
    -- A quote may stand in two passages. One of them holds all of it.
    select c.one->>'chunk_id' as chunk_id, (c.one->>'start')::integer as first, (c.one->>'end')::integer as until
    from jsonb_array_elements(e.one->'covers') as c(one)
    where (c.one->>'end')::integer - (c.one->>'start')::integer
      = (e.one->>'end_char')::integer - (e.one->>'start_char')::integer limit 1) c
  join palimpsest.memory_original p on p.tenant_id = m.tenant_id and p.memory_id = c.chunk_id
  cross join lateral (
    select palimpsest.event_says(m.attributes->>'extracted_as', palimpsest.units_between(p.text, c.first, c.until)) as says
    offset 0) s
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids) and m.kind = 'semantic_event'
  group by m.id, m.attributes;
end;

-- The events of other revisions that are the same as these, each given by what it says and tells. Where several of one
-- revision rest on the same words, those that tell the same.
create function palimpsest.events_saying(p_artifact text, p_events jsonb) returns table (n integer, same text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with wanted as materialized (
    select g.n::integer as n, w.says, array(select jsonb_array_elements_text(g.one->'told')) as told
    from jsonb_array_elements(p_events) with ordinality as g(one, n)
    cross join lateral jsonb_array_elements_text(g.one->'says') as w(says)
  ), known as materialized (
    select k.id, k.artifact_id, k.told, s.says
    from palimpsest.event_sayings(array(
      select l.from_id
      from palimpsest.artifact a
      join palimpsest.artifact r on r.tenant_id = a.tenant_id and r.head_id = a.head_id and r.artifact_id <> a.artifact_id
      join palimpsest.memory_link l on l.tenant_id = r.tenant_id and l.type = 'derived_from' and l.to_id = any (r.chunk_ids)
      where a.tenant_id = palimpsest.tenant() and a.artifact_id = p_artifact and a.head_id is not null)) k
    cross join lateral unnest(k.says) as s(says)
  ), same as materialized (
    select w.n, k.id, k.artifact_id, bool_or(w.told && k.told) as alike
    from wanted w join known k using (says) group by w.n, k.id, k.artifact_id
  )
  select s.n, s.id from same s
  join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = s.id
    and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
  where s.alike or not exists (
    select 1 from same t where t.n = s.n and t.artifact_id = s.artifact_id and t.alike)
  order by 1, 2;
end;

-- The same for events that were found in a revision and are not stored: each has its category, quotes and narrative.
create function palimpsest.same_as_found(p_artifact text, p_found jsonb) returns table (n integer, same text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select s.n, s.same from palimpsest.events_saying(p_artifact, (
    select jsonb_agg(jsonb_build_object('told', jsonb_build_array(f.one->'narrative'), 'says', (
        select jsonb_agg(palimpsest.event_says(f.one->>'category', q.quote))
        from jsonb_array_elements_text(f.one->'quotes') as q(quote))) order by f.n)
    from jsonb_array_elements(p_found) with ordinality as f(one, n))) s;
end;
grant execute on function palimpsest.same_as_found(text, jsonb) to palimpsest_app;

-- The same for events that are stored, in the revisions besides each one's own.
create function palimpsest.same_events(p_ids text[]) returns table (id text, same text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with own as materialized (
    select s.*, row_number() over (partition by s.artifact_id order by s.id) as n
    from palimpsest.event_sayings(p_ids) s
    join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = s.id
      and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
  )
  select own.id, s.same
  from (select o.artifact_id, jsonb_agg(jsonb_build_object('says', o.says, 'told', o.told) order by o.n) as events
        from own o group by o.artifact_id) r
  cross join lateral palimpsest.events_saying(r.artifact_id, r.events) s
  join own on own.artifact_id = r.artifact_id and own.n = s.n;
end;
grant execute on function palimpsest.same_events(text[]) to palimpsest_app;

-- The edits in force that people made of these events, each with the edit that it is a copy of or came along with. What an
-- extraction, told by its reason, or an edit of a passage does to an event is that revision's own: only blocks leave its words in others.
create function palimpsest.event_edits(p_ids text[], p_extracted text)
  returns table (memory_id text, edit_id text, op text, root text, proposer_type text, proposer_id text, by_reviewer boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select e.memory_id, e.edit_id, e.op, coalesce(e.caused_by, e.edit_id), e.proposer_type, e.proposer_id, v.by_reviewer
  from palimpsest.memory_edit_event v
  join palimpsest.memory_edit e on e.tenant_id = v.tenant_id and e.edit_id = v.edit_id and e.op <> 'restore'
  join palimpsest.memory m on m.tenant_id = v.tenant_id and m.id = v.memory_id and m.kind = 'semantic_event'
    and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
  where v.tenant_id = palimpsest.tenant() and v.memory_id = any (p_ids) and v.status = 'approved'
    and not (e.op = 'amend' and e.reason = p_extracted)
    and (e.op = 'block' or not exists (
      select 1 from palimpsest.memory_edit c
      join palimpsest.memory s on s.tenant_id = c.tenant_id and s.id = c.memory_id and s.kind in ('chunk', 'artifact')
      where c.tenant_id = e.tenant_id and c.edit_id = e.caused_by))
    and not exists (
      select 1 from palimpsest.memory_edit_event rv
      join palimpsest.memory_edit r on r.tenant_id = rv.tenant_id and r.edit_id = rv.edit_id and r.op = 'restore'
      where rv.tenant_id = v.tenant_id and rv.memory_id = v.memory_id and rv.status = 'approved' and rv.seq > v.seq
        and (r.patch->>'op' is null or r.patch->>'op' = e.op)
        and (r.patch->>'channel' is null or r.patch->>'channel' = e.patch->>'channel')
        and (r.patch->>'edit_id' is null or r.patch->>'edit_id' = e.edit_id))
  order by v.seq;
end;
grant execute on function palimpsest.event_edits(text[], text) to palimpsest_app;

-- Copies edits of events into the same events of another revision of the caller's document, in the name of those who made
-- and decided them, as edits that came along with theirs: a restore undoes all of them.
create function palimpsest.carry_edits(p_copies jsonb) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  with copy as materialized (
    select c.edit_id, c.of, c.memory_id, e.op, e.patch, e.reason, e.proposer_type, e.proposer_id,
      coalesce(e.caused_by, e.edit_id) as root, v.actor_type, v.actor_id, v.note, v.by_reviewer, v.seq
    from jsonb_to_recordset(p_copies) as c(edit_id text, of text, memory_id text)
    join palimpsest.memory_edit e on e.tenant_id = palimpsest.tenant() and e.edit_id = c.of
    join palimpsest.memory_edit_event v on v.tenant_id = e.tenant_id and v.edit_id = e.edit_id and v.status = 'approved'
    join palimpsest.memory t on t.tenant_id = e.tenant_id and t.id = c.memory_id
    join palimpsest.memory s on s.tenant_id = e.tenant_id and s.id = e.memory_id
    where t.owner_id = palimpsest.principal() and t.kind = 'semantic_event' and s.owner_id = t.owner_id
      and s.kind = 'semantic_event' and s.attributes->'artifact_uid' = t.attributes->'artifact_uid'
      and not exists (
        select 1 from palimpsest.memory_edit k
        where k.tenant_id = t.tenant_id and k.memory_id = t.id
          and coalesce(e.caused_by, e.edit_id) in (k.edit_id, k.caused_by))
  ), proposed as (
    insert into palimpsest.memory_edit
      (tenant_id, edit_id, memory_id, op, patch, reason, proposer_type, proposer_id, cascade, twins, caused_by)
    select palimpsest.tenant(), c.edit_id, c.memory_id, c.op, c.patch, c.reason, c.proposer_type, c.proposer_id, 'none',
      'leave', c.root
    from copy c
  )
  insert into palimpsest.memory_edit_event
    (tenant_id, edit_id, memory_id, status, actor_type, actor_id, note, by_reviewer)
  select palimpsest.tenant(), c.edit_id, c.memory_id, 'approved', c.actor_type, c.actor_id, c.note, c.by_reviewer
  from copy c order by c.seq;
end $$;
grant execute on function palimpsest.carry_edits(jsonb) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
