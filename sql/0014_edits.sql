-- Retractions that reach the same words in other memories, and restores that reach what an edit caused.

-- A second digest of the text, as it is now and as it was first written: of its words without case, quotation marks and
-- punctuation. By it a retracted text is refused and its twins are found; `content_hash` still tells texts apart that
-- differ in punctuation. Null in memories that were written before there was one, until a job has filled it: the
-- normalisation needs Unicode tables that the database does not have.
alter table palimpsest.memory add column words_hash text, add column original_words_hash text;
create index memory_words on palimpsest.memory (tenant_id, words_hash) where words_hash is not null;
create index memory_original_words on palimpsest.memory (tenant_id, original_words_hash)
  where retracted and original_words_hash is not null;
-- Only tombstones were looked up by it, and now only those without the new digests are.
drop index palimpsest.memory_original_hash;
create index memory_original_hash on palimpsest.memory (tenant_id, original_hash)
  where retracted and original_words_hash is null;
create index memory_without_words on palimpsest.memory (tenant_id, id)
  where words_hash is null or original_words_hash is null;
grant update (words_hash, original_words_hash) on palimpsest.memory to palimpsest_definer;

-- Whether a retraction takes along the memories with the same words, and whether a restore also undoes what the undone
-- edits have caused in other memories.
alter table palimpsest.memory_edit
  add column twins text not null default 'take' check (twins in ('take', 'leave')),
  drop constraint memory_edit_cascade_check,
  add constraint memory_edit_cascade_check check (cascade in ('none', 'quarantine', 'rederive', 'undo'));

-- What was made from a memory is counted and undone also where the caller may not read it.
create policy definer_in_tenant on palimpsest.memory_link to palimpsest_definer using (tenant_id = palimpsest.tenant());
grant select on palimpsest.memory_link to palimpsest_definer;
-- A link says what a memory was made from, and an edit of that one may reach it. So only its owner adds one.
create policy from_own_memory on palimpsest.memory_link as restrictive for insert to palimpsest_app
  with check (exists (select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = from_id
                      and m.owner_id = palimpsest.principal()));

drop function palimpsest.tombstone(text, text, text, text, text);
drop function palimpsest.refold(text, text, jsonb, text, text, integer, integer, vector);

-- Do two memories speak of one subject? One that names no subject may be about any.
create function palimpsest.same_subject(p_type text, p_id text, p_other_type text, p_other_id text) returns boolean
  language sql immutable parallel safe
  return (p_type is null and p_id is null) or (p_other_type is null and p_other_id is null)
    or (p_type is not distinct from p_other_type and p_id is not distinct from p_other_id);

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- The memory by which these words were retracted for this subject or for none, if the caller may see it. Others must not
-- learn from this that somebody's private memory existed. A memory without the digest of its words is compared by the
-- digest of its text. In PL/pgSQL, which keeps its plans: every write asks this, and planning took three quarters of it.
create function palimpsest.tombstone(p_words_hash text, p_hash text, p_subject_type text, p_subject_id text)
  returns table (memory_id text)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
  select m.id from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.retracted
    and (m.words_hash = p_words_hash or m.original_words_hash = p_words_hash
         or (m.original_words_hash is null and (m.original_hash = p_hash or m.content_hash = p_hash)))
    and palimpsest.same_subject(m.subject_type, m.subject_id, p_subject_type, p_subject_id)
    and palimpsest.visible(m.visibility, m.owner_id, m.audience)
  limit 1;
end $$;
grant execute on function palimpsest.tombstone(text, text, text, text) to palimpsest_app;

-- As before, with the digest of the words.
create function palimpsest.refold(p_id text, p_text text, p_attributes jsonb, p_search text, p_hash text,
                                  p_words_hash text, p_tokens integer, p_space integer, p_embedding vector) returns void
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
        (tenant_id, term, reading_position, tf, len, guard, visibility_limited)
      select m.tenant_id, l.term, m.reading_position, l.tf, words, new_guard, m.visibility <> 'tenant'
      from palimpsest.lexemes(p_search) l
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
    word_count = words
  where tenant_id = m.tenant_id and id = m.id;
end $$;
grant execute on function palimpsest.refold(text, text, jsonb, text, text, text, integer, integer, vector) to palimpsest_app;

-- What was made from these memories, directly and through others, up to a number and a depth. A memory that the caller
-- may not read is told as one more, and by its id only to those who may undo it. Deeper by one than was asked for, so
-- that the caller sees whether there is more.
create function palimpsest.derived_memories(p_ids text[], p_max integer, p_depth integer)
  returns table (id text, kind text, depth integer, hidden boolean)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  seen text[] := p_ids;
  level text[] := p_ids;
  fresh text[];
begin
  for step in 1 .. p_depth + 1 loop
    select array_agg(f.from_id) into fresh from (
      select distinct l.from_id from palimpsest.memory_link l
      where l.tenant_id = palimpsest.tenant() and l.type = 'derived_from' and l.to_id = any (level)
        and l.from_id <> all (seen)
      order by l.from_id limit p_max + 1) f;
    exit when fresh is null;
    return query
      select case when palimpsest.reachable(m.visibility, m.owner_id, m.audience) then m.id end,
        case when palimpsest.visible(m.visibility, m.owner_id, m.audience) then m.kind end, step,
        not palimpsest.visible(m.visibility, m.owner_id, m.audience)
      from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = any (fresh) order by m.id;
    seen := seen || fresh;
    level := fresh;
    exit when cardinality(seen) > p_max + cardinality(p_ids);
  end loop;
end $$;
grant execute on function palimpsest.derived_memories(text[], integer, integer) to palimpsest_app;

-- What decides about the edit of a memory that the caller may undo without reading it: everything but its words.
create function palimpsest.unread_memories(p_ids text[])
  returns table (id text, kind text, origin text, writer text, owner_id text, visibility text, boundary_class text,
                 channel text, importance real, retracted boolean, quarantined boolean, edited_by text[],
                 blocked_channels text[], edit_count integer, occurred_at timestamptz, recorded_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id, m.kind, m.origin, m.writer, m.owner_id, m.visibility, m.boundary_class, m.channel, m.importance, m.retracted,
    m.quarantined, m.edited_by, m.blocked_channels, m.edit_count, m.occurred_at, m.recorded_at
  from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
    and (m.expires_at is null or m.expires_at > clock_timestamp())
    and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
    and not palimpsest.visible(m.visibility, m.owner_id, m.audience)
  order by m.id;
end;
grant execute on function palimpsest.unread_memories(text[]) to palimpsest_app;

-- The edits in force that these edits have caused in memories which the caller may undo.
create function palimpsest.caused_edits(p_edits text[])
  returns table (memory_id text, edit_id text, op text, proposer_type text, proposer_id text, by_reviewer boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select e.memory_id, e.edit_id, e.op, e.proposer_type, e.proposer_id, v.by_reviewer
  from (select c.* from palimpsest.memory_edit c
        where c.tenant_id = palimpsest.tenant() and c.caused_by = any (p_edits) and c.op <> 'restore' offset 0) e
  cross join lateral (
    select d.seq, d.by_reviewer from palimpsest.memory_edit_event d
    where d.tenant_id = palimpsest.tenant() and d.edit_id = e.edit_id and d.status = 'approved' offset 0) v
  where exists (
      select 1 from palimpsest.memory m
      where m.tenant_id = palimpsest.tenant() and m.id = e.memory_id
        and palimpsest.reachable(m.visibility, m.owner_id, m.audience) offset 0)
    and not exists (
      select 1 from palimpsest.memory_edit_event rv cross join lateral (
        select r.patch from palimpsest.memory_edit r
        where r.tenant_id = palimpsest.tenant() and r.edit_id = rv.edit_id and r.op = 'restore' offset 0) r
      where rv.tenant_id = palimpsest.tenant() and rv.memory_id = e.memory_id and rv.status = 'approved'
        and rv.seq > v.seq
        and (r.patch->>'op' is null or r.patch->>'op' = e.op)
        and (r.patch->>'channel' is null or r.patch->>'channel' = e.patch->>'channel')
        and (r.patch->>'edit_id' is null or r.patch->>'edit_id' = e.edit_id)
      offset 0)
  order by e.memory_id, v.seq;
end;
grant execute on function palimpsest.caused_edits(text[]) to palimpsest_app;

-- How memories read once an edit of each is undone, whoever may read them. For the worker, which indexes them again.
create function palimpsest.restored_words(p_ids text[], p_edits text[])
  returns table (id text, kind text, text text, attributes jsonb, speaker text, occurred_at timestamptz, retracted boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id, m.kind, f.text, f.attributes, m.speaker, m.occurred_at, f.retracted
  from unnest(p_ids, p_edits) as given(id, edit_id)
  join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = given.id
  cross join lateral palimpsest.fold(m.id, null, 'restore', jsonb_build_object('edit_id', given.edit_id)) f;
end;
grant execute on function palimpsest.restored_words(text[], text[]) to palimpsest_worker;

-- The edits that wait and that these edits have proposed along, of memories which the caller may undo.
create function palimpsest.caused_pending(p_edits text[]) returns table (memory_id text, edit_id text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select e.memory_id, e.edit_id
  from palimpsest.memory_edit e
  join palimpsest.memory_edit_pending p on p.tenant_id = e.tenant_id and p.edit_id = e.edit_id
  join palimpsest.memory m on m.tenant_id = e.tenant_id and m.id = e.memory_id
  where e.tenant_id = palimpsest.tenant() and e.caused_by = any (p_edits)
    and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
  order by e.edit_id;
end;
grant execute on function palimpsest.caused_pending(text[]) to palimpsest_app;

-- How many edits of other memories came along with an edit, whoever asks: those that were applied to what was made from
-- its memory, to twins of it, and those that wait.
create function palimpsest.count_caused(p_edit text) returns table (cascaded integer, twins integer, waiting integer)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select count(*) filter (where v.edit_id is not null and e.op <> 'retract')::integer,
    count(*) filter (where v.edit_id is not null and e.op = 'retract')::integer,
    count(*) filter (where p.edit_id is not null)::integer
  from palimpsest.memory_edit cause
  join palimpsest.memory m on m.tenant_id = cause.tenant_id and m.id = cause.memory_id
    and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
  join palimpsest.memory_edit e on e.tenant_id = cause.tenant_id and e.caused_by = cause.edit_id
  left join palimpsest.memory_edit_event v on v.tenant_id = e.tenant_id and v.edit_id = e.edit_id and v.status = 'approved'
  left join palimpsest.memory_edit_pending p on p.tenant_id = e.tenant_id and p.edit_id = e.edit_id
  where cause.tenant_id = palimpsest.tenant() and cause.edit_id = p_edit;
end;
grant execute on function palimpsest.count_caused(text) to palimpsest_app;

-- A page of the memories that lack the digests of their words, after an id, with both texts. Where the text is composed
-- of attributes there is no original text.
create function palimpsest.missing_words_hashes(p_after text, p_limit integer)
  returns table (id text, kind text, text text, content_hash text, original_text text, original_attributes jsonb)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id, m.kind, m.text, m.content_hash, o.text, o.attributes
  from palimpsest.memory m
  join palimpsest.memory_original o on o.tenant_id = m.tenant_id and o.memory_id = m.id
  where m.tenant_id = palimpsest.tenant() and m.id > p_after
    and (m.words_hash is null or m.original_words_hash is null)
  order by m.id limit p_limit;
end;
grant execute on function palimpsest.missing_words_hashes(text, integer) to palimpsest_worker;

-- Stores those digests. One that an edit has written meanwhile is kept.
create function palimpsest.fill_words_hashes(p_ids text[], p_hashes text[], p_words text[], p_originals text[])
  returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  update palimpsest.memory m
  set words_hash = coalesce(m.words_hash, case when m.content_hash = given.hash then given.words end),
    original_words_hash = coalesce(m.original_words_hash, given.original)
  from unnest(p_ids, p_hashes, p_words, p_originals) as given(id, hash, words, original)
  where m.tenant_id = palimpsest.tenant() and m.id = given.id;
end;
grant execute on function palimpsest.fill_words_hashes(text[], text[], text[], text[]) to palimpsest_worker;

-- One such job for each tenant that has memories by now.
insert into palimpsest.job (tenant_id, job_id, kind, payload)
select t.tenant_id, palimpsest.new_job_id(), 'words_digest', jsonb_build_object('key', 'words digest')
from palimpsest.tenant t;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
