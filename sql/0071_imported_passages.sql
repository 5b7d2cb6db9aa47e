-- A passage is imported before its document, whose other passages withhold words of it. Until the document is there, its
-- fold keeps the blocks that it was imported with.

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Whether a text is the other one with blocks in the place of some of its characters.
create function palimpsest.is_blocked_out(p_masked text, p_text text) returns boolean
  language sql immutable parallel safe
return char_length(palimpsest.as_units(p_masked)) = char_length(palimpsest.as_units(p_text)) and not exists (
  select 1 from rows from (
    string_to_table(palimpsest.as_units(p_masked), null), string_to_table(palimpsest.as_units(p_text), null)) as u(masked, plain)
  where u.masked <> u.plain and u.masked <> '█');

create or replace function palimpsest.without_withheld(
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
  if revision.artifact_id is null then
    return coalesce((
      select m.text from palimpsest.memory m
      join palimpsest.memory_original o on o.tenant_id = m.tenant_id and o.memory_id = m.id and o.text <> m.text
      where m.tenant_id = palimpsest.tenant() and m.id = p_id and m.imported is not null
        and palimpsest.is_blocked_out(m.text, p_own)), p_text);
  end if;
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

reset role;
revoke create on schema palimpsest from palimpsest_definer;
