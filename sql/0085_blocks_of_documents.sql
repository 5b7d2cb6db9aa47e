-- A block of a passage is found in other revisions as other withheld sentences are, and a block of a document holds for
-- what comes to it later.

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Where passages say what a blocked one says, beside it or in another revision.
create or replace function palimpsest.blocked_stretches(p_ids text[], p_channel text)
  returns table (id text, first integer, until integer, said text)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  one record;
  passage record;
  read text;
  chars integer;
  causes text[];
begin
  if not exists (select 1 from palimpsest.memory m
                 where m.tenant_id = palimpsest.tenant() and m.blocked_channels <> '{}') then
    return;
  end if;
  return query
  select m.id, greatest(a.starts[near.n], a.starts[a.place]) - a.starts[a.place],
    least(a.ends[near.n], a.ends[a.place]) - a.starts[a.place],
    case when m.amended then palimpsest.units_between(o.text,
      greatest(a.starts[near.n], a.starts[a.place]) - a.starts[near.n],
      least(a.ends[near.n], a.ends[a.place]) - a.starts[near.n]) end
  from (
    select r.chunk_ids, r.starts, r.ends, given.id, array_position(r.chunk_ids, given.id) as place
    from unnest(p_ids) as given(id)
    join palimpsest.artifact r on r.tenant_id = palimpsest.tenant() and r.artifact_id = split_part(given.id, '::', 1)) a
  cross join lateral generate_series(greatest(1, a.place - 4), least(cardinality(a.chunk_ids), a.place + 4)) as near(n)
  join palimpsest.memory b on b.tenant_id = palimpsest.tenant() and b.id = a.chunk_ids[near.n]
    and b.blocked_channels <> '{}' and (p_channel is null or p_channel = any (b.blocked_channels))
  join palimpsest.memory_original o on o.tenant_id = palimpsest.tenant() and o.memory_id = b.id
  join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = a.id
    and palimpsest.visible(m.visibility, m.owner_id, m.audience)
  where near.n <> a.place and a.starts[near.n] < a.ends[a.place] and a.ends[near.n] > a.starts[a.place];
  for one in
    select m.id, m.text, m.amended, r.head_id, r.artifact_id
    from unnest(p_ids) as g(id)
    join palimpsest.artifact r on r.tenant_id = palimpsest.tenant() and r.artifact_id = split_part(g.id, '::', 1)
      and r.head_id is not null
    join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = g.id
      and palimpsest.visible(m.visibility, m.owner_id, m.audience)
    where exists (
      select 1 from palimpsest.memory b
      join palimpsest.artifact o on o.tenant_id = b.tenant_id and o.artifact_id = split_part(b.id, '::', 1)
      where b.tenant_id = palimpsest.tenant() and b.blocked_channels <> '{}' and b.kind = 'chunk'
        and (p_channel is null or p_channel = any (b.blocked_channels))
        and o.head_id = r.head_id and o.artifact_id <> r.artifact_id)
  loop
    chars := 0;
    if one.amended then
      read := palimpsest.as_units(one.text);
    else
      select * into passage from palimpsest.passage_around(one.id);
      read := passage.before || passage.own || passage.after;
      chars := char_length(passage.before);
    end if;
    causes := array(
      select c.id from palimpsest.likely_causes(one.head_id, read, one.artifact_id) as c(id)
      join palimpsest.memory b on b.tenant_id = palimpsest.tenant() and b.id = c.id and b.blocked_channels <> '{}'
        and (p_channel is null or p_channel = any (b.blocked_channels)));
    continue when causes = '{}';
    return query
    select one.id, greatest(s.first - chars, 0), s.until - chars, null::text
    from palimpsest.said_places(read, array(
      select distinct p.said from unnest(causes) as c(id) cross join lateral palimpsest.passage_sentences(c.id) p)) s
    where s.until > chars
      and (one.amended or s.first < chars + char_length(passage.own));
  end loop;
end $$;

-- The blocks in force of the documents that these passages and events are of, besides those that came to them already.
create function palimpsest.document_blocks(p_ids text[]) returns table (memory_id text, edit_id text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id, e.edit_id
  from palimpsest.memory m
  join palimpsest.artifact a on a.tenant_id = m.tenant_id
    and a.artifact_id = case when m.kind = 'chunk' then split_part(m.id, '::', 1) else m.attributes->>'artifact_id' end
  join palimpsest.memory_edit_event v on v.tenant_id = a.tenant_id and v.memory_id = a.head_id and v.status = 'approved'
  join palimpsest.memory_edit e on e.tenant_id = v.tenant_id and e.edit_id = v.edit_id and e.op = 'block'
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids) and m.kind in ('chunk', 'semantic_event')
    and m.owner_id = palimpsest.principal()
    and not exists (
      select 1 from palimpsest.memory_edit k
      where k.tenant_id = m.tenant_id and k.memory_id = m.id and k.caused_by = e.edit_id)
    and not exists (
      select 1 from palimpsest.memory_edit_event rv
      join palimpsest.memory_edit r on r.tenant_id = rv.tenant_id and r.edit_id = rv.edit_id and r.op = 'restore'
      where rv.tenant_id = v.tenant_id and rv.memory_id = v.memory_id and rv.status = 'approved' and rv.seq > v.seq
        and (r.patch->>'op' is null or r.patch->>'op' = e.op)
        and (r.patch->>'channel' is null or r.patch->>'channel' = e.patch->>'channel')
        and (r.patch->>'edit_id' is null or r.patch->>'edit_id' = e.edit_id))
  order by v.seq, m.id;
end;
grant execute on function palimpsest.document_blocks(text[]) to palimpsest_app;

-- Copies blocks of a document to what has come to it since, in the name of those who made and decided them, as edits that they
-- caused: whoever restores the document undoes them too.
create function palimpsest.carry_blocks(p_copies jsonb) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with copy as materialized (
    select c.edit_id, c.memory_id, e.edit_id as of, e.op, e.patch, e.reason, e.proposer_type, e.proposer_id, v.actor_type,
      v.actor_id, v.note, v.by_reviewer, v.seq
    from jsonb_to_recordset(p_copies) as c(edit_id text, of text, memory_id text)
    join palimpsest.document_blocks(array(select k->>'memory_id' from jsonb_array_elements(p_copies) as k)) b
      on b.memory_id = c.memory_id and b.edit_id = c.of
    join palimpsest.memory_edit e on e.tenant_id = palimpsest.tenant() and e.edit_id = c.of
    join palimpsest.memory_edit_event v on v.tenant_id = e.tenant_id and v.edit_id = e.edit_id and v.status = 'approved'
  ), proposed as (
    insert into palimpsest.memory_edit
      (tenant_id, edit_id, memory_id, op, patch, reason, proposer_type, proposer_id, cascade, twins, caused_by)
    select palimpsest.tenant(), c.edit_id, c.memory_id, c.op, c.patch, c.reason, c.proposer_type, c.proposer_id, 'none',
      'leave', c.of
    from copy c
  )
  insert into palimpsest.memory_edit_event
    (tenant_id, edit_id, memory_id, status, actor_type, actor_id, note, by_reviewer)
  select palimpsest.tenant(), c.edit_id, c.memory_id, 'approved', c.actor_type, c.actor_id, c.note, c.by_reviewer
  from copy c order by c.seq;
end;
grant execute on function palimpsest.carry_blocks(jsonb) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
