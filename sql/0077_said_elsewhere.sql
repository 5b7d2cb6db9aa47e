-- Which passages of other revisions an edit of a passage may reword is told where the fold decides it, by the same sentences.
-- What a channel does not show of one revision it does not show of the others either.

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- A text as folded_words gives it, without the blanks. Of plain ASCII this is quick.
create function palimpsest.letters(p_text text) returns text
  language sql immutable parallel safe
return case when octet_length(p_text) = char_length(p_text)
  then translate(lower(p_text), E' \t\n\r\x0b\x0c\x7f!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~', '')
  else replace(palimpsest.folded_words(p_text), ' ', '') end;

drop function palimpsest.other_passages(text[]);

-- The passages of the other revisions of these passages' documents in which letters of some of their sentences stand, also
-- those that begin or end in the passage beside it. Only such the caller may see, or may edit unseen.
create function palimpsest.other_passages(p_ids text[]) returns table (id text, seen boolean)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  -- The sentences of a passage reach so far into those beside it.
  around constant integer := 2000;
  said text[];
begin
  said := array(
    select distinct palimpsest.letters(s.said)
    from palimpsest.memory m
    cross join lateral (
      select p.said from palimpsest.passage_sentences(m.id) p
      union all
      select t.said from palimpsest.sentences(palimpsest.as_units(m.text)) t where m.amended) s
    where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
      and palimpsest.reachable(m.visibility, m.owner_id, m.audience));
  return query
  with other as materialized (
    select m.id, palimpsest.visible(m.visibility, m.owner_id, m.audience) as seen, c.n, r.starts, r.ends, r.chunk_ids,
      palimpsest.as_units(o.text) as own, case when m.amended then m.text end as reads
    from (
      select distinct a.head_id, a.artifact_id from unnest(p_ids) as given(id)
      join palimpsest.artifact a on a.tenant_id = palimpsest.tenant() and a.artifact_id = split_part(given.id, '::', 1)
      where a.head_id is not null) e
    join palimpsest.artifact r on r.tenant_id = palimpsest.tenant() and r.head_id = e.head_id
      and r.artifact_id <> e.artifact_id
    cross join lateral unnest(r.chunk_ids) with ordinality as c(id, n)
    join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = c.id and not m.retracted
      and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
    join palimpsest.memory_original o on o.tenant_id = m.tenant_id and o.memory_id = m.id
  )
  select distinct p.id, p.seen from other p
  left join palimpsest.memory_original b on b.tenant_id = palimpsest.tenant() and b.memory_id = p.chunk_ids[p.n - 1]
  left join palimpsest.memory_original a on a.tenant_id = palimpsest.tenant() and a.memory_id = p.chunk_ids[p.n + 1]
  cross join lateral (
    select palimpsest.letters(palimpsest.from_units(
        right(left(palimpsest.as_units(coalesce(b.text, '')), coalesce(p.starts[p.n] - p.starts[p.n - 1], 0)), around)
        || p.own
        || substr(palimpsest.as_units(coalesce(a.text, '')), coalesce(p.ends[p.n] - p.starts[p.n + 1], 0) + 1, around)))
      || ' ' || palimpsest.letters(coalesce(p.reads, '')) as text offset 0) l
  where exists (select 1 from unnest(said) as s(letters) where strpos(l.text, s.letters) > 0);
end $$;
grant execute on function palimpsest.other_passages(text[]) to palimpsest_app;

-- Where these passages share words with one that is blocked in a channel, or in any if none is named: in UTF-16 units
-- counted from 0. Of a passage that was amended, the words themselves, which may stand anywhere in it. Passages beside it
-- share words by their places, and those of other revisions sentences.
create or replace function palimpsest.blocked_stretches(p_ids text[], p_channel text)
  returns table (id text, first integer, until integer, said text)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
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
  return query
  with given as materialized (
    select m.id, m.text, m.amended, r.head_id, r.artifact_id
    from unnest(p_ids) as g(id)
    join palimpsest.artifact r on r.tenant_id = palimpsest.tenant() and r.artifact_id = split_part(g.id, '::', 1)
      and r.head_id is not null
    join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = g.id
      and palimpsest.visible(m.visibility, m.owner_id, m.audience)
  ), blocked as materialized (
    select distinct b.id, r.head_id, r.artifact_id
    from palimpsest.memory b
    join palimpsest.artifact r on r.tenant_id = b.tenant_id and r.artifact_id = split_part(b.id, '::', 1)
    where b.tenant_id = palimpsest.tenant() and b.blocked_channels <> '{}' and b.kind = 'chunk'
      and (p_channel is null or p_channel = any (b.blocked_channels))
      and exists (select 1 from given g where g.head_id = r.head_id and g.artifact_id <> r.artifact_id)
  ), unsaid as materialized (
    select distinct b.head_id, b.artifact_id, s.said from blocked b
    cross join lateral palimpsest.passage_sentences(b.id) s
  )
  select distinct g.id, greatest(s.first, 0), s.until, null::text
  from given g
  cross join lateral (
    select p.first, p.until, p.said from palimpsest.passage_sentences(g.id) p where not g.amended
    union all
    select t.first, t.until, t.said from palimpsest.sentences(palimpsest.as_units(g.text)) t where g.amended) s
  where exists (select 1 from blocked b where b.head_id = g.head_id and b.artifact_id <> g.artifact_id)
    and exists (select 1 from unsaid u where u.head_id = g.head_id and u.artifact_id <> g.artifact_id and u.said = s.said);
end $$;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
