-- What edits take out of a passage is taken out of the other revisions of its document too, sentence by sentence, in the
-- fold: so it comes back with a restore, and all reads agree.

-- Leads from a sentence to passages of its document whose edits may withhold it. Whether they do, their edits say.
create table palimpsest.withheld_sentence (
  tenant_id text not null,
  -- What stands for the document.
  head_id   text not null,
  digest    text not null,
  memory_id text not null,
  primary key (tenant_id, head_id, digest, memory_id),
  foreign key (tenant_id, memory_id) references palimpsest.memory on delete cascade
);
create index withheld_sentence_memory on palimpsest.withheld_sentence (tenant_id, memory_id);
alter table palimpsest.withheld_sentence enable row level security, force row level security;
create policy definer_in_tenant on palimpsest.withheld_sentence to palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select, insert on palimpsest.withheld_sentence to palimpsest_definer;

-- Leads from the beginning of a word to the mentions that call an entity so.
create table palimpsest.name_word (
  tenant_id  text not null,
  word       text collate "C" not null,
  mention_id text not null,
  entity_id  text not null,
  primary key (tenant_id, word, mention_id),
  foreign key (tenant_id, mention_id) references palimpsest.entity_mention on delete cascade
);
create index name_word_mention on palimpsest.name_word (tenant_id, mention_id);
alter table palimpsest.entity_mention no force row level security;
insert into palimpsest.name_word (tenant_id, word, mention_id, entity_id)
select distinct e.tenant_id, w.word, e.mention_id, e.entity_id
from palimpsest.entity_mention e cross join lateral string_to_table(e.form_key, ' ') as w(word);
alter table palimpsest.entity_mention force row level security;
alter table palimpsest.name_word enable row level security, force row level security;
create policy definer_in_tenant on palimpsest.name_word to palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select, insert on palimpsest.name_word to palimpsest_definer;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- A text as sentences are compared: without regard to case, width, invisible characters, punctuation and blanks.
create function palimpsest.folded_words(p_text text) returns text
  language sql immutable parallel safe
return btrim(regexp_replace(
  lower(regexp_replace(normalize(p_text, NFKC), '[\u00AD\u200B-\u200F\u2060\uFEFF]', '', 'g')),
  '[\s\u0021-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u060C\u061B\u061F\u2000-\u206F\u2500-\u25FF\u3000-\u303F]+', ' ', 'g'));

-- A text in which a character of two UTF-16 units is followed by a filler, so that characters count as units, and back.
create function palimpsest.as_units(p_text text) returns text
  language sql immutable parallel safe
return case when p_text ~ '[\U00010000-\U0010FFFF]'
  then regexp_replace(p_text, '([\U00010000-\U0010FFFF])', E'\\1\uE000', 'g') else p_text end;
create function palimpsest.from_units(p_text text) returns text
  language sql immutable parallel safe
return case when p_text ~ '[\U00010000-\U0010FFFF]'
  then regexp_replace(p_text, E'([\U00010000-\U0010FFFF])\uE000', '\1', 'g') else p_text end;

-- The sentences of a text in units: those of each line, and those that go over the end of a line. Short ones, which
-- anybody says, are left out.
create function palimpsest.sentences(p_units text) returns table (first integer, until integer, said text)
  language sql immutable parallel safe
begin atomic
  with marked as (
    select regexp_replace(translate(p_units, E'\x1f', ' '), '([.!?;…]["''”’)\]]*)(?=\s)|([。！？؟])', E'\\1\\2\x1f', 'g') as text
  ), piece as (
    select 1 as cut, l.text, l.n from marked
    cross join lateral string_to_table(regexp_replace(marked.text, '\n', E'\n\x1f', 'g'), E'\x1f') with ordinality as l(text, n)
    union all
    select 2, p.text, p.n from marked
    cross join lateral string_to_table(regexp_replace(marked.text, '\n[ \t\r]*\n', E'\\&\x1f', 'g'), E'\x1f')
      with ordinality as p(text, n)
  ), placed as (
    select p.text, sum(char_length(p.text)) over (partition by p.cut order by p.n)::integer as until from piece p
  )
  select distinct p.until - char_length(ltrim(p.text, E' \t\r\n')),
    p.until - char_length(p.text) + char_length(rtrim(p.text, E' \t\r\n')), f.said
  from placed p
  cross join lateral (select palimpsest.folded_words(palimpsest.from_units(p.text)) as said offset 0) f
  where octet_length(f.said) >= 8 or (octet_length(f.said) >= 4 and f.said ~ '[0-9]');
end;

-- The sentences that stand in a passage as it was ingested, or partly there and partly in the passages beside it, where
-- each begins and ends in units of the passage, and the words of it that stand there.
create function palimpsest.passage_sentences(p_id text)
  returns table (first integer, until integer, said text, part text)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  -- More of the passages beside it is not looked at.
  around constant integer := 2000;
  revision record;
  place integer;
  own text;
  before text := '';
  after text := '';
begin
  select a.chunk_ids, a.starts, a.ends into revision from palimpsest.artifact a
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = split_part(p_id, '::', 1) and a.head_id is not null;
  place := array_position(revision.chunk_ids, p_id);
  if place is null then
    return;
  end if;
  select palimpsest.as_units(o.text) into own from palimpsest.memory_original o
  where o.tenant_id = palimpsest.tenant() and o.memory_id = p_id;
  if place > 1 then
    select right(left(palimpsest.as_units(o.text), revision.starts[place] - revision.starts[place - 1]), around) into before
    from palimpsest.memory_original o
    where o.tenant_id = palimpsest.tenant() and o.memory_id = revision.chunk_ids[place - 1];
  end if;
  if place < cardinality(revision.chunk_ids) then
    select substr(palimpsest.as_units(o.text), revision.ends[place] - revision.starts[place + 1] + 1, around) into after
    from palimpsest.memory_original o
    where o.tenant_id = palimpsest.tenant() and o.memory_id = revision.chunk_ids[place + 1];
  end if;
  return query
  select s.first - b.chars, s.until - b.chars, s.said, p.words
  from (select char_length(coalesce(before, '')) as chars) b
  cross join lateral palimpsest.sentences(coalesce(before, '') || own || coalesce(after, '')) s
  cross join lateral (
    select palimpsest.folded_words(palimpsest.from_units(substr(
      own, greatest(s.first - b.chars, 0) + 1, s.until - greatest(s.first, b.chars)))) as words offset 0) p
  where s.until > b.chars and s.first < b.chars + char_length(own) and p.words <> '';
end $$;

-- Which of these sentences edits in a document withhold, other than those of one revision: a passage that says them is
-- retracted or quarantined, or was amended and no longer does.
create function palimpsest.withheld_of(p_head text, p_said text[], p_except text, p_at timestamptz, p_snapshot pg_snapshot)
  returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with hit as materialized (
    select s.said, w.memory_id from unnest(p_said) as s(said)
    join palimpsest.withheld_sentence w
      on w.tenant_id = palimpsest.tenant() and w.head_id = p_head and w.digest = md5(p_head || ' ' || s.said)
    where split_part(w.memory_id, '::', 1) is distinct from p_except
  ), cause as materialized (
    select c.memory_id, f.retracted or f.quarantined as gone, f.text
    from (select distinct hit.memory_id from hit) c
    cross join lateral palimpsest.own_fold(c.memory_id, p_at, null, null, p_snapshot) f
    where f.retracted or f.quarantined or f.amended
  ), unsaid as materialized (
    select c.memory_id, s.said from cause c
    cross join lateral (select ' ' || palimpsest.folded_words(c.text) || ' ' as words offset 0) now
    cross join lateral palimpsest.passage_sentences(c.memory_id) s
    where not c.gone and strpos(now.words, ' ' || s.part || ' ') = 0
  )
  select hit.said from hit join cause using (memory_id) where cause.gone
  union
  select hit.said from hit join unsaid using (memory_id, said);
end;

-- A text of a passage without the sentences that edits of other revisions withhold. p_own is the text by its own edits, in
-- which sentences are looked for, and p_text what is left of it: as long, and with blocks.
create function palimpsest.without_withheld(
  p_id text, p_own text, p_text text, p_at timestamptz, p_snapshot pg_snapshot) returns text
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  revision record;
  is_plain boolean;
  sayings text[];
  result text;
  stretch record;
begin
  select a.artifact_id, a.head_id into revision from palimpsest.artifact a
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = split_part(p_id, '::', 1) and p_id = any (a.chunk_ids);
  if revision.head_id is null or not exists (
      select 1 from palimpsest.withheld_sentence w
      where w.tenant_id = palimpsest.tenant() and w.head_id = revision.head_id) then
    return p_text;
  end if;
  select p_own = o.text into is_plain from palimpsest.memory_original o
  where o.tenant_id = palimpsest.tenant() and o.memory_id = p_id;
  sayings := case when is_plain then array(select s.said from palimpsest.passage_sentences(p_id) s)
    else array(select s.said from palimpsest.sentences(palimpsest.as_units(p_own)) s) end;
  sayings := array(select palimpsest.withheld_of(revision.head_id, sayings, revision.artifact_id, p_at, p_snapshot));
  if sayings = '{}' then
    return p_text;
  end if;
  result := palimpsest.as_units(p_text);
  for stretch in
    select greatest(s.first, 0) as first, s.until from palimpsest.passage_sentences(p_id) s
    where is_plain and s.said = any (sayings)
    union
    select s.first, s.until from palimpsest.sentences(palimpsest.as_units(p_own)) s
    where not is_plain and s.said = any (sayings)
  loop
    result := left(result, stretch.first)
      || regexp_replace(substr(result, stretch.first + 1, stretch.until - stretch.first), '[^\n\r]', '█', 'g')
      || substr(result, stretch.until + 1);
  end loop;
  return palimpsest.from_units(result);
end $$;

create or replace function palimpsest.fold(
  p_id text, p_at timestamptz, p_op text, p_patch jsonb, p_snapshot pg_snapshot default null)
  returns table (text text, attributes jsonb, importance real, retracted boolean, quarantined boolean, amended boolean,
                 edited_by text[], blocked_channels text[], edit_count integer)
  language plpgsql stable rows 1 security definer set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan as $$
begin
  if strpos(p_id, 'art_') <> 1 then
    return query select * from palimpsest.own_fold(p_id, p_at, p_op, p_patch, p_snapshot);
    return;
  end if;
  return query
  select palimpsest.without_withheld(p_id, f.text, case when strpos(p_id, '::chunk::') = 0 then f.text
      else palimpsest.without_shared(p_id, f.text, p_at, p_snapshot) end, p_at, p_snapshot),
    f.attributes, f.importance, f.retracted, f.quarantined, f.amended, f.edited_by, f.blocked_channels, f.edit_count
  from palimpsest.own_fold(p_id, p_at, p_op, p_patch, p_snapshot) f;
end $$;

-- Notes the sentences of passages that edits have been made of: as they were ingested, and as they read by their edits.
create function palimpsest.note_withheld(p_ids text[]) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into palimpsest.withheld_sentence (tenant_id, head_id, digest, memory_id)
  select distinct palimpsest.tenant(), a.head_id, md5(a.head_id || ' ' || s.said), m.id
  from unnest(p_ids) as given(id)
  join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = given.id
    and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
  join palimpsest.artifact a on a.tenant_id = palimpsest.tenant() and a.artifact_id = split_part(m.id, '::', 1)
    and a.head_id is not null
  cross join lateral (
    select p.said from palimpsest.passage_sentences(m.id) p
    union all
    select t.said from palimpsest.own_fold(m.id, null, null, null) f
    cross join lateral palimpsest.sentences(palimpsest.as_units(f.text)) t where f.amended) s
  where exists (
    select 1 from palimpsest.memory_edit_event v
    join palimpsest.memory_edit e on e.tenant_id = v.tenant_id and e.edit_id = v.edit_id
    where v.tenant_id = palimpsest.tenant() and v.memory_id = m.id and v.status = 'approved'
      and e.op in ('retract', 'quarantine', 'amend'))
  on conflict do nothing;
end;
grant execute on function palimpsest.note_withheld(text[]) to palimpsest_app;

-- The passages of the other revisions of these passages' documents that the caller may see, or may edit unseen.
create function palimpsest.other_passages(p_ids text[]) returns table (id text, seen boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id, palimpsest.visible(m.visibility, m.owner_id, m.audience)
  from (
    select distinct o.artifact_id, o.chunk_ids
    from (select distinct split_part(given.id, '::', 1) as id from unnest(p_ids) as given(id)) r
    join palimpsest.artifact a on a.tenant_id = palimpsest.tenant() and a.artifact_id = r.id
    join palimpsest.artifact o on o.tenant_id = palimpsest.tenant() and o.head_id = a.head_id
      and o.artifact_id <> a.artifact_id) o
  cross join lateral unnest(o.chunk_ids) as c(id)
  join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = c.id and not m.retracted
    and palimpsest.reachable(m.visibility, m.owner_id, m.audience);
end;
grant execute on function palimpsest.other_passages(text[]) to palimpsest_app;

-- Where a text has sentences that edits withhold in the caller's document of a name, in characters counted from 0.
create or replace function palimpsest.withheld_stretches(p_uid text, p_text text)
  returns table (start integer, length integer)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with own as materialized (
    select distinct a.head_id from palimpsest.artifact a
    join palimpsest.memory h on h.tenant_id = a.tenant_id and h.id = a.head_id and not h.retracted
    where a.tenant_id = palimpsest.tenant() and a.artifact_uid = p_uid and a.owner_id = palimpsest.principal()
  ), sentence as materialized (
    select s.* from palimpsest.sentences(p_text) s
  ), said as materialized (
    select w.said from own
    cross join lateral palimpsest.withheld_of(own.head_id, array(select s.said from sentence s), null, null, null) as w(said)
  )
  select s.first, s.until - s.first from sentence s where s.said in (select said.said from said)
  order by 1, 2;
end;

create function palimpsest.write_name_words() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into palimpsest.name_word (tenant_id, word, mention_id, entity_id)
  select distinct e.tenant_id, w.word, e.mention_id, e.entity_id
  from made e cross join lateral string_to_table(e.form_key, ' ') as w(word)
  where e.tenant_id = palimpsest.tenant();
  return null;
end $$;

-- Up to so many entities that some mention calls by words which begin so, whoever may read it.
create function palimpsest.entities_named(p_words text[], p_limit integer) returns setof text
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan as $$
declare
  -- The longest word is said least often.
  longest constant text := (select w.word from unnest(p_words) as w(word) order by char_length(w.word) desc, w.word limit 1);
  others constant text[] := array_remove(p_words, longest);
begin
  return query
  select distinct n.entity_id from palimpsest.name_word n
  where n.tenant_id = palimpsest.tenant() and n.word >= longest and n.word < longest || chr(1114111)
    and not exists (
      select 1 from unnest(others) as o(word) where not exists (
        select 1 from palimpsest.name_word f
        where f.tenant_id = palimpsest.tenant() and f.mention_id = n.mention_id
          and f.word >= o.word and f.word < o.word || chr(1114111)))
  limit p_limit;
end $$;
grant execute on function palimpsest.entities_named(text[], integer) to palimpsest_app;

-- The mentions that the caller may see, of these entities or in these documents if any are given. What the policy of the
-- table asks of each mention is asked of each passage once; nothing is joined that could be joined badly without statistics.
create function palimpsest.visible_mentions(p_entities text[], p_sources text[], p_type text)
  returns setof palimpsest.entity_mention
  language sql stable rows 10000 security definer set search_path = pg_catalog, pg_temp
begin atomic
  with picked as materialized (
    select e.* from palimpsest.entity_mention e
    where p_entities is not null and e.tenant_id = palimpsest.tenant() and e.entity_id = any (p_entities)
    union all
    select e.* from palimpsest.entity_mention e
    where p_entities is null and p_sources is not null and e.tenant_id = palimpsest.tenant() and e.source_id = any (p_sources)
    union all
    select e.* from palimpsest.entity_mention e
    where p_entities is null and p_sources is null and e.tenant_id = palimpsest.tenant()
  )
  select e.* from (
    select p.memory_id, array_agg(p::palimpsest.entity_mention) as mentions from picked p group by p.memory_id) g
  cross join lateral (
    select m.id from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.id = g.memory_id
      and palimpsest.visible(m.visibility, m.owner_id, m.audience) offset 0) m
  cross join lateral unnest(g.mentions) e
  where (p_type is null or e.type = p_type) and (p_sources is null or e.source_id = any (p_sources))
    and (e.also_in is null or exists (
      select 1 from palimpsest.memory o
      where o.tenant_id = palimpsest.tenant() and o.id = e.also_in
        and palimpsest.visible(o.visibility, o.owner_id, o.audience)));
end;
grant execute on function palimpsest.visible_mentions(text[], text[], text) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;

create trigger write_name_words after insert on palimpsest.entity_mention
  referencing new table as made for each statement execute function palimpsest.write_name_words();
