-- Documents whose time is over are erased: their texts, vectors, postings and edits. No read has shown them since they
-- expired. What was retracted stays, hidden as it is: it is by this that the same text is not taken again.

create index memory_document_expiry on palimpsest.memory (tenant_id, expires_at)
  where origin = 'document' and expires_at is not null and not retracted;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Deletes memories that are not retracted, with all that hangs on them by foreign keys, and their postings, which have
-- no such key. Append-only tables let that pass, as they do for a tenant that is deleted.
create function palimpsest.erase_memories(p_ids text[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  with gone as materialized (
    select m.reading_position, m.word_count from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids) and not m.retracted
  ), words as (
    delete from palimpsest.memory_term t using gone
    where t.tenant_id = palimpsest.tenant() and t.reading_position = gone.reading_position
  )
  insert into palimpsest.lexicon_stat as s (tenant_id, shard, memories, words)
  select palimpsest.tenant(), palimpsest.own_shard(), -count(*), -sum(gone.word_count) from gone having count(*) > 0
  on conflict (tenant_id, shard) do update
  set memories = s.memories + excluded.memories, words = s.words + excluded.words;
  perform set_config('palimpsest.deletes_tenant', 'on', true);
  delete from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids) and not m.retracted;
  perform set_config('palimpsest.deletes_tenant', '', true);
end $$;

-- Erases passages of the transaction's tenant that have expired, and what stands for a document once nothing of it is
-- left. Gives the number of passages, and the revisions that they were of.
create function palimpsest.erase_expired_documents(p_limit integer)
  returns table (passages integer, revisions text[])
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  due text[];
  heads text[];
begin
  due := array(
    select m.id from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.origin = 'document' and m.kind <> 'artifact' and not m.retracted
      and m.expires_at <= clock_timestamp()
    order by m.expires_at, m.id limit p_limit for update skip locked);
  passages := cardinality(due);
  select coalesce(array_agg(a.artifact_id), '{}'), array_agg(distinct a.head_id) into revisions, heads
  from palimpsest.artifact a
  where a.tenant_id = palimpsest.tenant() and a.memory_id = any (due) and a.head_id is not null;
  update palimpsest.job j
  set status = 'STOPPED', locked_by = null, locked_until = null, updated_at = clock_timestamp()
  from palimpsest.artifact a
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = any (revisions) and j.tenant_id = palimpsest.tenant()
    and j.job_id = a.job_id and j.status in ('PENDING', 'PROCESSING');
  perform palimpsest.erase_memories(due);
  perform palimpsest.erase_memories(array(
    select h.id from palimpsest.memory h
    where h.tenant_id = palimpsest.tenant() and h.id = any (heads) and not exists (
      select 1 from palimpsest.artifact a where a.tenant_id = palimpsest.tenant() and a.head_id = h.id)));
  return next;
end $$;
grant execute on function palimpsest.erase_expired_documents(integer) to palimpsest_worker;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
