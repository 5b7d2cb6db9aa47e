-- Sentences are compared by their letters and looked for anywhere in a text, so that line breaks, hyphens at the ends of
-- lines, punctuation and words before or after them do not hide that a text says them.

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- The letters of a text in units, without case, blanks, punctuation and invisible characters. Word n of it begins at first[n]
-- and ends at until[n], in units counted from 0, and its letters are those from at[n] to at[n + 1].
create function palimpsest.spelled(p_units text, out letters text, out words text[], out first integer[], out until integer[], out at integer[])
  language sql immutable parallel safe
begin atomic
  with cut as (
    select case when octet_length(p_units) = char_length(p_units)
      then translate(p_units, E'\t\n\r\x0b\x0c\x7f!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~', '                                      ')
      else regexp_replace(p_units,
      '[\s\u0021-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB\u00AC\u00AE-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u060C\u061B\u061F\u2000-\u200A\u2010-\u205F\u2061-\u206F\u2500-\u25FF\u3000-\u303F\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65]',
      ' ', 'g') end as text
  ), part as (
    select p.n, p.word, char_length(p.word) as long, sum(char_length(p.word) + 1) over (order by p.n rows unbounded preceding) as past
    from cut cross join lateral string_to_table(cut.text, ' ') with ordinality as p(word, n)
  ), word as (
    select w.n, (w.past - 1)::integer as until, w.long,
      case when octet_length(w.word) = w.long then lower(w.word)
        else replace(palimpsest.folded_words(translate(w.word, E'\uE000', '')), ' ', '') end as letters
    from part w where w.long > 0
  ), counted as (
    select w.*, (sum(char_length(w.letters)) over (order by w.n rows unbounded preceding))::integer as to_letter from word w where w.letters <> ''
  )
  select coalesce(string_agg(c.letters, '' order by c.n), ''), coalesce(array_agg(c.letters order by c.n), '{}'),
    coalesce(array_agg(c.until - c.long order by c.n), '{}'),
    coalesce(array_agg(c.until order by c.n), '{}'), 0 || coalesce(array_agg(c.to_letter order by c.n), '{}')
  from counted c;
end;

-- Sentences at least as long are looked for anywhere in a text, and shorter ones, which anybody says, where a text has no more
-- between the ends of its lines and sentences. By its beginning a long one is looked up. Scripts of one letter for a
-- syllable or a word say as much in fewer letters.
create function palimpsest.beginning(p_letters text) returns text
  language sql immutable parallel safe
return case
  when octet_length(left(p_letters, 8)) >= 20 then left(p_letters, 8)
  when char_length(left(p_letters, 16)) = 16 then left(p_letters, 16) end;

-- The lines of a text in units and their parts, and its sentences over the ends of lines, with where each ends.
create function palimpsest.cut_sentences(p_units text) returns table (is_line boolean, text text, until integer)
  language sql immutable parallel safe
begin atomic
  with marked as materialized (
    select translate(p_units, E'\x1f', ' ') as text
  ), ended as materialized (
    select
      regexp_replace(regexp_replace(text, '([.!?;…]["''”’)\]]*)(?=\s)|([。！？؟])', E'\\1\\2\x1f', 'g'), '\n', E'\n\x1f', 'g') as lines,
      regexp_replace(regexp_replace(text, '([.!?…]["''”’)\]]*)(?=\s)|([。！？؟])', E'\\1\\2\x1f', 'g'), '\n[ \t\r]*\n', E'\\&\x1f', 'g')
        as sentences
    from marked
  ), piece as (
    select true as is_line, l.text, l.n from ended cross join lateral string_to_table(ended.lines, E'\x1f') with ordinality as l(text, n)
    union all
    select false, p.text, p.n from ended cross join lateral string_to_table(ended.sentences, E'\x1f') with ordinality as p(text, n)
  )
  select p.is_line, p.text, (sum(char_length(p.text)) over (partition by p.is_line order by p.n))::integer from piece p;
end;

-- The sentences of a text in units: those of each line, those that go over the ends of lines, and what is left of these without
-- the lines they begin with, which may be headings. Each by its letters. Short ones are left out.
create or replace function palimpsest.sentences(p_units text) returns table (first integer, until integer, said text)
  language sql immutable parallel safe
begin atomic
  with placed as materialized (
    select * from palimpsest.cut_sentences(p_units)
  ), long as (
    select p.text, p.until from placed p
    union all
    select r.rest, p.until from placed p
    cross join lateral (values ('^\s*[^\n]*\n'), ('^\s*[^\n]*\n[^\n]*\n'), ('^\s*[^\n]*\n[^\n]*\n[^\n]*\n')) as h(lines)
    cross join lateral (select regexp_replace(p.text, h.lines, '') as rest offset 0) r
    where not p.is_line and strpos(btrim(p.text, E' \t\r\n'), E'\n') > 0 and r.rest <> p.text
  ), bound as (
    select distinct l.until - char_length(ltrim(l.text, E' \t\r\n')) as first,
      l.until - char_length(l.text) + char_length(rtrim(l.text, E' \t\r\n')) as until
    from long l
  ), spelled as materialized (
    select * from palimpsest.spelled(p_units)
  ), worded as (
    -- How many words begin before it, and before its end.
    select b.first, b.until, width_bucket(b.first - 1, s.first) as before, width_bucket(b.until - 1, s.first) as last
    from bound b cross join spelled s
  )
  select w.first, w.until, l.said
  from worded w cross join spelled s
  cross join lateral (
    select substr(s.letters, s.at[w.before + 1] + 1, s.at[w.last + 1] - s.at[w.before + 1]) as said offset 0) l
  where w.last > w.before and (octet_length(l.said) + w.last - w.before - 1 >= 8
    or (octet_length(l.said) + w.last - w.before - 1 >= 4 and l.said ~ '[0-9]'));
end;

-- Its short sentences alone, as they are compared.
create function palimpsest.short_sentences(p_units text) returns table (first integer, until integer, said text)
  language sql immutable parallel safe
begin atomic
  select distinct p.until - char_length(ltrim(p.text, E' \t\r\n')),
    p.until - char_length(p.text) + char_length(rtrim(p.text, E' \t\r\n')), l.said
  from palimpsest.cut_sentences(p_units) p
  cross join lateral (select palimpsest.folded_words(palimpsest.from_units(p.text)) as words offset 0) f
  cross join lateral (select replace(f.words, ' ', '') as said offset 0) l
  where char_length(p.text) <= 60 and palimpsest.beginning(l.said) is null
    and (octet_length(f.words) >= 8 or (octet_length(f.words) >= 4 and f.words ~ '[0-9]'));
end;

-- A passage as it was ingested, in units, and what stands before and after it.
create function palimpsest.passage_around(p_id text, out own text, out before text, out after text)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  -- More of the passages beside it is not looked at.
  around constant integer := 2000;
  revision record;
  place integer;
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
  before := coalesce(before, '');
  after := coalesce(after, '');
end $$;

-- The sentences that stand in a passage as it was ingested, or partly there and partly in the passages beside it, where
-- each begins and ends in units of the passage, and the letters of it that stand there.
create or replace function palimpsest.passage_sentences(p_id text)
  returns table (first integer, until integer, said text, part text)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  passage record;
  chars integer;
  own_chars integer;
begin
  select * into passage from palimpsest.passage_around(p_id);
  if passage.own is null then
    return;
  end if;
  chars := char_length(passage.before);
  own_chars := char_length(passage.own);
  return query
  select s.first - chars, s.until - chars, s.said, p.letters
  from palimpsest.sentences(passage.before || passage.own || passage.after) s
  cross join lateral (
    select case when s.first >= chars and s.until <= chars + own_chars then s.said
      else (palimpsest.spelled(substr(
        passage.own, greatest(s.first - chars, 0) + 1, s.until - greatest(s.first, chars)))).letters end as letters
    offset 0) p
  where s.until > chars and s.first < chars + own_chars and p.letters <> '';
end $$;

-- Where words of a text say one of these, by the letters of the text and where each word begins in them.
create function palimpsest.places_of(p_said text[], p_letters text, p_at integer[])
  returns table (said text, from_word integer, to_word integer)
  language plpgsql immutable parallel safe as $$
declare
  one text;
  place integer;
  found integer;
begin
  foreach one in array p_said loop
    place := 0;
    loop
      found := strpos(case when place = 0 then p_letters else substr(p_letters, place + 1) end, one);
      exit when found = 0 or one = '';
      place := place + found;
      from_word := width_bucket(place - 1, p_at);
      to_word := width_bucket(place - 1 + char_length(one), p_at) - 1;
      if p_at[from_word] = place - 1 and p_at[to_word + 1] = place - 1 + char_length(one) then
        said := one;
        return next;
      end if;
    end loop;
  end loop;
end $$;

-- The passages of a document, besides those of one revision, that people have edited and that say a sentence which this
-- text, in units, may say too.
create function palimpsest.likely_causes(p_head text, p_units text, p_except text) returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with word as (
    select string_agg(w.letters, '') over (order by w.n rows between current row and 15 following) as letters
    from palimpsest.spelled(p_units) s cross join lateral unnest(s.words) with ordinality as w(letters, n)
  ), digest as (
    select md5(p_head || ' ^' || b.letters) as digest
    from word w cross join lateral (select palimpsest.beginning(w.letters) as letters offset 0) b
    where b.letters is not null
    union
    select md5(p_head || ' =' || t.said) from palimpsest.short_sentences(p_units) t
  )
  select distinct w.memory_id
  from digest d
  join palimpsest.withheld_sentence w
    on w.tenant_id = palimpsest.tenant() and w.head_id = p_head and w.digest = d.digest
  where split_part(w.memory_id, '::', 1) is distinct from p_except;
end;

-- Where a text in units says one of these sentences: long ones anywhere, and others as sentences.
create function palimpsest.said_places(p_units text, p_said text[]) returns table (first integer, until integer)
  language sql immutable parallel safe
begin atomic
  with spelled as materialized (
    select * from palimpsest.spelled(p_units)
  )
  -- The punctuation behind it goes with it.
  select s.first[p.from_word], s.until[p.to_word] + char_length(substring(
    substr(p_units, s.until[p.to_word] + 1, coalesce(s.first[p.to_word + 1] - s.until[p.to_word], 100)) from '^[^\s]*'))
  from spelled s
  cross join lateral palimpsest.places_of(
    array(select l.said from unnest(p_said) as l(said) where palimpsest.beginning(l.said) is not null), s.letters, s.at) p
  union
  select t.first, t.until from palimpsest.short_sentences(p_units) t where t.said = any (p_said);
end;

-- The sentences that these passages withhold: those that are retracted or quarantined all that they say, and those that were
-- amended what they no longer say.
create function palimpsest.withheld_by(p_ids text[], p_at timestamptz, p_snapshot pg_snapshot) returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with cause as materialized (
    select c.id, f.retracted or f.quarantined as gone, f.text
    from unnest(p_ids) as c(id)
    cross join lateral palimpsest.own_fold(c.id, p_at, null, null, p_snapshot) f
    where f.retracted or f.quarantined or f.amended
  )
  select s.said from cause c cross join lateral palimpsest.passage_sentences(c.id) s where c.gone
  union
  select s.said from (
    select c.id, n.letters, n.at from cause c
    cross join lateral palimpsest.spelled(palimpsest.as_units(c.text)) n where not c.gone offset 0) c
  cross join lateral palimpsest.passage_sentences(c.id) s
  where not exists (select 1 from palimpsest.places_of(array[s.part], c.letters, c.at));
end;

create or replace function palimpsest.without_withheld(
  p_id text, p_own text, p_text text, p_at timestamptz, p_snapshot pg_snapshot) returns text
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  revision record;
  passage record;
  is_plain boolean;
  read text;
  chars integer := 0;
  causes text[];
  sayings text[];
  result text;
  stretch record;
begin
  select a.artifact_id, a.head_id into revision from palimpsest.artifact a
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = split_part(p_id, '::', 1) and p_id = any (a.chunk_ids);
  if revision.artifact_id is null then
    return coalesce((
      select m.text from palimpsest.memory m
      join palimpsest.memory_original o on o.tenant_id = m.tenant_id and o.memory_id = m.id and o.text <> m.text
      where m.tenant_id = palimpsest.tenant() and m.id = p_id and m.imported is not null
        and palimpsest.is_blocked_out(m.text, p_own)), p_text);
  end if;
  if revision.head_id is null or not exists (
      select 1 from palimpsest.withheld_sentence w
      where w.tenant_id = palimpsest.tenant() and w.head_id = revision.head_id
        and split_part(w.memory_id, '::', 1) <> revision.artifact_id) then
    return p_text;
  end if;
  select p_own = o.text into is_plain from palimpsest.memory_original o
  where o.tenant_id = palimpsest.tenant() and o.memory_id = p_id;
  if is_plain then
    select * into passage from palimpsest.passage_around(p_id);
    read := passage.before || passage.own || passage.after;
    chars := char_length(passage.before);
  else
    read := palimpsest.as_units(p_own);
  end if;
  causes := array(select palimpsest.likely_causes(revision.head_id, read, revision.artifact_id));
  if causes = '{}' then
    return p_text;
  end if;
  sayings := array(select palimpsest.withheld_by(causes, p_at, p_snapshot));
  if sayings = '{}' then
    return p_text;
  end if;
  result := palimpsest.as_units(p_text);
  for stretch in
    select greatest(s.first - chars, 0) as first, s.until - chars as until from palimpsest.said_places(read, sayings) s
    where s.until > chars and s.first < chars + char_length(result)
  loop
    result := left(result, stretch.first)
      || regexp_replace(substr(result, stretch.first + 1, stretch.until - stretch.first), '[^\n\r]', '█', 'g')
      || substr(result, stretch.until + 1);
  end loop;
  return palimpsest.from_units(result);
end $$;

-- Notes the sentences of passages that edits withhold or blocked: as they were ingested, and as they read by their edits.
-- Of long ones how they begin.
create function palimpsest.note_sentences(p_ids text[]) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into palimpsest.withheld_sentence (tenant_id, head_id, digest, memory_id)
  select distinct palimpsest.tenant(), a.head_id, md5(a.head_id || d.told), given.id
  from unnest(p_ids) as given(id)
  join palimpsest.artifact a on a.tenant_id = palimpsest.tenant() and a.artifact_id = split_part(given.id, '::', 1)
    and a.head_id is not null
  cross join lateral (
    select p.said from palimpsest.passage_sentences(given.id) p
    union all
    select t.said from palimpsest.own_fold(given.id, null, null, null) f
    cross join lateral palimpsest.sentences(palimpsest.as_units(f.text)) t where f.amended) s
  cross join lateral (select coalesce(' ^' || palimpsest.beginning(s.said), ' =' || s.said) as told offset 0) d
  where exists (
    select 1 from palimpsest.memory_edit_event v
    join palimpsest.memory_edit e on e.tenant_id = v.tenant_id and e.edit_id = v.edit_id
    where v.tenant_id = palimpsest.tenant() and v.memory_id = given.id and v.status = 'approved'
      and e.op in ('retract', 'quarantine', 'amend', 'block'))
  on conflict do nothing;
end;

create or replace function palimpsest.note_withheld(p_ids text[]) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  select palimpsest.note_sentences(array(
    select m.id from unnest(p_ids) as given(id)
    join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = given.id
      and palimpsest.reachable(m.visibility, m.owner_id, m.audience)));
end;

create or replace function palimpsest.withheld_stretches(p_uid text, p_text text)
  returns table (start integer, length integer)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with own as materialized (
    select distinct a.head_id from palimpsest.artifact a
    join palimpsest.memory h on h.tenant_id = a.tenant_id and h.id = a.head_id and not h.retracted
    where a.tenant_id = palimpsest.tenant() and a.artifact_uid = p_uid and a.owner_id = palimpsest.principal()
  ), sayings as materialized (
    select array(
      select w.said from own
      cross join lateral palimpsest.withheld_by(
        array(select palimpsest.likely_causes(own.head_id, p_text, null)), null, null) as w(said)) as said
  )
  select s.first, s.until - s.first
  from sayings cross join lateral palimpsest.said_places(p_text, sayings.said) s
  where sayings.said <> '{}'
  order by 1, 2;
end;

drop function palimpsest.withheld_of(text, text[], text, timestamptz, pg_snapshot);

-- A quote is the same in another revision whatever the lines and hyphens there.
create or replace function palimpsest.event_says(p_category text, p_quote text) returns text
  language sql immutable parallel safe
return p_category || ' ' || palimpsest.letters(p_quote);

reset role;
revoke create on schema palimpsest from palimpsest_definer;

-- What was noted by words before.
truncate palimpsest.withheld_sentence;
set local role palimpsest_definer;
do $$
declare
  t record;
begin
  for t in select tenant_id from palimpsest.tenant loop
    perform set_config('palimpsest.tenant', t.tenant_id, true);
    perform palimpsest.note_sentences(array(
      select distinct e.memory_id from palimpsest.memory_edit e
      where e.tenant_id = t.tenant_id and e.memory_id like 'art\_%'));
  end loop;
  perform set_config('palimpsest.tenant', '', true);
end $$;
reset role;
