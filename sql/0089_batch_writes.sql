-- A batch writes some twenty postings for each memory. What is the same for all rows of a statement is asked once for it,
-- and the index by which a memory's postings are found again holds nothing but their position, which no two tenants share.

drop index palimpsest.memory_term_position;
create index memory_term_position on palimpsest.memory_term (reading_position);

alter policy insert_in_tenant on palimpsest.memory_term with check (tenant_id = (select palimpsest.tenant()));
alter policy insert_in_tenant on palimpsest.memory_vector with check (tenant_id = (select palimpsest.tenant()));
alter policy insert_only on palimpsest.memory_original with check (tenant_id = (select palimpsest.tenant()));

-- As before, without a query for each turn whose turn before is at hand.
grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;
create or replace function palimpsest.cues_of(p_positions bigint[], p_speakers text[], p_spoken integer[], p_words integer[])
  returns table (reading_position bigint, cues integer)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  turn record;
  before_at bigint;
  before_speaker text;
  before_cues integer;
  before_words integer;
begin
  for turn in
    select g.at, g.speaker, g.spoken, g.words
    from unnest(p_positions, p_speakers, p_spoken, p_words) as g(at, speaker, spoken, words) order by g.at
  loop
    if before_at is distinct from turn.at - 1 or turn.at < 0 then
      before_speaker := null;
      before_cues := null;
      before_words := null;
      if turn.at > 0 and turn.at % 1048576 > 1 then
        select m.speaker, m.cues, m.word_count into before_speaker, before_cues, before_words from palimpsest.memory m
        where m.tenant_id = palimpsest.tenant() and m.reading_position = turn.at - 1;
      end if;
    end if;
    reading_position := turn.at;
    cues := palimpsest.cues_after(before_speaker, before_cues, before_words, turn.speaker, turn.spoken);
    if turn.at < 0 then
      cues := cues & ~32;
    end if;
    return next;
    before_at := turn.at;
    before_speaker := turn.speaker;
    before_cues := cues;
    before_words := turn.words;
  end loop;
end $$;
reset role;
revoke create on schema palimpsest from palimpsest_definer;
