-- A text that comes again is stored again once it has expired, what was extracted does not stand for the words of its
-- document, and a document that was deleted is restored as a whole.

grant delete on palimpsest.artifact to palimpsest_definer;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Erases the revisions of the caller's documents of a name that have expired, as the job would that does this by the
-- hour, and what stands for a document of which nothing is left. Gives the ids of these revisions.
create function palimpsest.erase_expired_revisions(p_uid text) returns text[]
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  revisions text[];
  heads text[];
  passages text[];
begin
  perform palimpsest.assert_not_suspended();
  select array_agg(a.artifact_id), array_agg(distinct a.head_id) into revisions, heads
  from palimpsest.artifact a
  join palimpsest.memory m on m.tenant_id = a.tenant_id and m.id = a.memory_id
  join palimpsest.memory h on h.tenant_id = a.tenant_id and h.id = a.head_id
  where a.tenant_id = palimpsest.tenant() and a.artifact_uid = p_uid and a.owner_id = palimpsest.principal()
    and m.expires_at <= clock_timestamp() and not h.retracted;
  if revisions is null then
    return '{}';
  end if;
  passages := array(
    select c.id from palimpsest.artifact a cross join lateral unnest(a.chunk_ids) as c(id)
    where a.tenant_id = palimpsest.tenant() and a.artifact_id = any (revisions));
  -- In the order in which the job locks them.
  passages := array(
    select m.id from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.id = any (passages || array(select palimpsest.events_on(passages)))
      and m.owner_id = palimpsest.principal()
    order by m.expires_at, m.id for update);
  update palimpsest.job j
  set status = 'STOPPED', locked_by = null, locked_until = null, updated_at = clock_timestamp()
  from palimpsest.artifact a
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = any (revisions) and j.tenant_id = palimpsest.tenant()
    and j.job_id = a.job_id and j.status in ('PENDING', 'PROCESSING');
  -- A passage that was retracted stays, so that its words are refused, and would keep its revision.
  delete from palimpsest.artifact a where a.tenant_id = palimpsest.tenant() and a.artifact_id = any (revisions);
  perform palimpsest.erase_memories(passages);
  perform palimpsest.erase_memories(array(
    select h.id from palimpsest.memory h
    where h.tenant_id = palimpsest.tenant() and h.id = any (heads) and not exists (
      select 1 from palimpsest.artifact a where a.tenant_id = palimpsest.tenant() and a.head_id = h.id)));
  return revisions;
end $$;
grant execute on function palimpsest.erase_expired_revisions(text) to palimpsest_app;

-- The name of the deleted document that a passage belongs to, if the caller may see the passage.
create function palimpsest.deleted_document(p_passage text) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select a.artifact_uid from palimpsest.artifact a
  join palimpsest.memory h on h.tenant_id = a.tenant_id and h.id = a.head_id
  join palimpsest.memory m on m.tenant_id = a.tenant_id and m.id = p_passage
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = split_part(p_passage, '::', 1)
    and p_passage = any (a.chunk_ids) and h.retracted and palimpsest.visible(m.visibility, m.owner_id, m.audience);
end;
grant execute on function palimpsest.deleted_document(text) to palimpsest_app;

-- As before, but a passage of a document is not refused for an event with its words: whoever takes back what was extracted
-- from a document does not take back the document.
drop function palimpsest.tombstone(text, text, text, text);
create function palimpsest.tombstone(p_words_hash text, p_hash text, p_subject_type text, p_subject_id text,
                                     p_passage boolean)
  returns table (memory_id text)
  language plpgsql stable rows 1 security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
  select m.id from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.retracted
    and (m.words_hash = p_words_hash or m.original_words_hash = p_words_hash
         or (m.original_words_hash is null and (m.original_hash = p_hash or m.content_hash = p_hash)))
    and not (p_passage and m.kind = 'semantic_event')
    and palimpsest.same_subject(m.subject_type, m.subject_id, p_subject_type, p_subject_id)
    and palimpsest.visible(m.visibility, m.owner_id, m.audience)
  limit 1;
end $$;
grant execute on function palimpsest.tombstone(text, text, text, text, boolean) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
