-- Passages of a document overlap. What is taken out of one of them is taken out of the words that it shares with its
-- neighbours, in the fold, so that every read of them agrees.

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- A stretch of a text in UTF-16 units, counted from 0, and the text with blocks in the place of that stretch: one for each
-- unit, and line breaks as they are. A character of two units is followed by a filler while units are counted.
create function palimpsest.units_between(p_text text, p_from integer, p_until integer) returns text
  language sql immutable parallel safe
return case when p_text ~ '[\U00010000-\U0010FFFF]'
  then regexp_replace(
    substr(regexp_replace(p_text, '([\U00010000-\U0010FFFF])', E'\\1\uE000', 'g'), p_from + 1, p_until - p_from),
    E'([\U00010000-\U0010FFFF])\uE000', '\1', 'g')
  else substr(p_text, p_from + 1, p_until - p_from) end;
create function palimpsest.blocks_for(p_text text) returns text
  language sql immutable parallel safe
return regexp_replace(regexp_replace(p_text, '[\U00010000-\U0010FFFF]', '██', 'g'), '[^\n\r]', '█', 'g');

-- The state of a memory by its own edits alone: what fold() was.
create function palimpsest.own_fold(
  p_id text, p_at timestamptz, p_op text, p_patch jsonb, p_snapshot pg_snapshot default null)
  returns table (text text, attributes jsonb, importance real, retracted boolean, quarantined boolean, amended boolean,
                 edited_by text[], blocked_channels text[], edit_count integer)
  language plpgsql stable rows 1 security definer set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  with edit as (
    select v.edit_id, v.seq, e.op, e.patch,
      case when v.actor_type = 'human' and e.proposer_type <> 'human' then 'human:' || v.actor_id
           else e.proposer_type || ':' || e.proposer_id end as editor
    from palimpsest.memory_edit_event v
    join palimpsest.memory_edit e on e.tenant_id = v.tenant_id and e.edit_id = v.edit_id
    where v.tenant_id = palimpsest.tenant() and v.memory_id = p_id and v.status = 'approved'
      and (p_at is null or palimpsest.was_committed(v.transaction_id, v.at, p_snapshot, p_at))
    union all
    select '', 9223372036854775807, p_op, p_patch, palimpsest.principal_type() || ':' || palimpsest.principal()
    where p_op is not null
  ), live as (
    select e.* from edit e
    where e.op <> 'restore' and not exists (
      select 1 from edit r
      where r.op = 'restore' and r.seq > e.seq
        and (r.patch->>'op' is null or r.patch->>'op' = e.op)
        and (r.patch->>'channel' is null or r.patch->>'channel' = e.patch->>'channel')
        and (r.patch->>'edit_id' is null or r.patch->>'edit_id' = e.edit_id))
  ), has as (
    -- Most memories have few edits of one sort. Not computing what is not there saved 13% of the time.
    select coalesce(bool_or(op = 'retract'), false) as retract, coalesce(bool_or(op = 'quarantine'), false) as quarantine,
      coalesce(bool_or(op = 'block'), false) as block, coalesce(bool_or(patch ? 'text'), false) as text,
      coalesce(bool_or(patch ? 'attributes'), false) as attributes,
      coalesce(bool_or(patch ?| array['importance', 'importance_delta']), false) as importance
    from live
  )
  select
    case when o.text is null then null
         when has.text then (select patch->>'text' from live where patch ? 'text' order by seq desc limit 1)
         else o.text end,
    case when has.attributes then (
           select (o.attributes - array_agg(last.key))
             || coalesce(jsonb_object_agg(last.key, last.value) filter (where last.value <> 'null'::jsonb), '{}'::jsonb)
           from (select distinct on (a.key) a.key, a.value
                 from live cross join lateral jsonb_each(live.patch->'attributes') a
                 order by a.key, live.seq desc) last)
         else o.attributes end,
    -- The last absolute value, and the changes after it.
    case when has.importance then (
           select least(1, greatest(0,
             coalesce((select (patch->>'importance')::float8 from live where live.seq = a.seq), o.importance)
             + coalesce((select sum((patch->>'importance_delta')::float8) from live where live.seq > a.seq), 0)))::real
           from (select coalesce(max(seq), 0) as seq from live where patch ? 'importance') a)
         else o.importance end,
    has.retract, has.quarantine, has.text or has.attributes,
    case when has.text or has.attributes then array(
           select distinct l.editor from (
             (select live.editor from live where patch ? 'text' order by seq desc limit 1)
             union all
             (select last.editor from (
                select distinct on (a.key) a.key, live.editor
                from live cross join lateral jsonb_each(live.patch->'attributes') a
                order by a.key, live.seq desc) last)) l
           order by 1)
         else '{}' end,
    case when has.block then array(select distinct patch->>'channel' from live where op = 'block' order by 1) else '{}' end,
    (select count(*)::integer from edit where seq < 9223372036854775807)
  from palimpsest.memory_original o, has
  where o.tenant_id = palimpsest.tenant() and o.memory_id = p_id;
end $$;

-- The text of a passage, without the words that it shares with passages which are retracted or quarantined, and without
-- the sentences that those which were amended no longer say. In a text that was amended itself, sentences are looked for.
create function palimpsest.without_shared(p_id text, p_text text, p_at timestamptz, p_snapshot pg_snapshot) returns text
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  revision record;
  place integer;
  original text;
  neighbour record;
  shared text;
  masked text;
  said text;
  result text := p_text;
  is_plain boolean;
begin
  select a.chunk_ids, a.starts, a.ends into revision from palimpsest.artifact a
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = split_part(p_id, '::', 1);
  place := array_position(revision.chunk_ids, p_id);
  if place is null then
    return p_text;
  end if;
  select o.text into original from palimpsest.memory_original o
  where o.tenant_id = palimpsest.tenant() and o.memory_id = p_id;
  is_plain := p_text = original;
  for neighbour in
    select n.id, greatest(n.start, revision.starts[place]) - revision.starts[place] as first,
      least(n.until, revision.ends[place]) - revision.starts[place] as last, f.text, f.retracted or f.quarantined as gone
    from unnest(revision.chunk_ids, revision.starts, revision.ends) with ordinality as n(id, start, until, n)
    cross join lateral palimpsest.own_fold(n.id, p_at, null, null, p_snapshot) f
    where n.n <> place and n.start < revision.ends[place] and n.until > revision.starts[place]
      and (f.retracted or f.quarantined or f.amended)
  loop
    shared := palimpsest.units_between(original, neighbour.first, neighbour.last);
    if shared = '' or (not neighbour.gone and strpos(neighbour.text, shared) > 0) then
      continue;
    end if;
    masked := case when neighbour.gone then palimpsest.blocks_for(shared) else shared end;
    for said in
      select btrim(s.said) from regexp_split_to_table(shared, '[.!?;\n\r]+') s(said)
      where s.said ~ '\w' and not (is_plain and neighbour.gone)
        and (neighbour.gone or strpos(neighbour.text, btrim(s.said)) = 0)
    loop
      masked := replace(masked, said, palimpsest.blocks_for(said));
      if not is_plain then
        result := replace(result, said, palimpsest.blocks_for(said));
      end if;
    end loop;
    if is_plain then
      result := palimpsest.units_between(result, 0, neighbour.first) || masked
        || palimpsest.units_between(result, neighbour.last, 1000000000);
    end if;
  end loop;
  return result;
end $$;

-- The effective state of a memory: its original and the approved edits up to p_at, followed by one that is only simulated;
-- of a passage of a document, without the words that edits have taken out of its neighbours.
create or replace function palimpsest.fold(
  p_id text, p_at timestamptz, p_op text, p_patch jsonb, p_snapshot pg_snapshot default null)
  returns table (text text, attributes jsonb, importance real, retracted boolean, quarantined boolean, amended boolean,
                 edited_by text[], blocked_channels text[], edit_count integer)
  language plpgsql stable rows 1 security definer set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan as $$
begin
  if strpos(p_id, '::chunk::') = 0 then
    return query select * from palimpsest.own_fold(p_id, p_at, p_op, p_patch, p_snapshot);
    return;
  end if;
  return query
  select palimpsest.without_shared(p_id, f.text, p_at, p_snapshot), f.attributes, f.importance, f.retracted, f.quarantined,
    f.amended, f.edited_by, f.blocked_channels, f.edit_count
  from palimpsest.own_fold(p_id, p_at, p_op, p_patch, p_snapshot) f;
end $$;

-- The passages that overlap with these, whose words depend on them. A few on either side can.
create function palimpsest.overlapping(p_ids text[]) returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select distinct m.id
  from (
    select a.*, array_position(a.chunk_ids, given.id) as place
    from unnest(p_ids) as given(id)
    join palimpsest.artifact a on a.tenant_id = palimpsest.tenant() and a.artifact_id = split_part(given.id, '::', 1)
    where strpos(given.id, '::chunk::') > 0) a
  cross join lateral generate_series(greatest(1, a.place - 4), least(cardinality(a.chunk_ids), a.place + 4)) as near(n)
  join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = a.chunk_ids[near.n]
  where near.n <> a.place and a.starts[near.n] < a.ends[a.place] and a.ends[near.n] > a.starts[a.place]
    and palimpsest.visible(m.visibility, m.owner_id, m.audience);
end;
grant execute on function palimpsest.overlapping(text[]) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
