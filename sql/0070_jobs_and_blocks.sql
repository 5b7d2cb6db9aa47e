-- The job of a revision is kept and shown as the revision is, and what a channel does not show of one passage of a document
-- is told for its neighbours, with which it shares words.

-- Tells quickly that nothing of a tenant is blocked, as mostly.
create index memory_blocked on palimpsest.memory (tenant_id) where blocked_channels <> '{}';

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Deletes jobs of the transaction's tenant that ended longer ago, and gives their number. Those that fill a space stay
-- while it is being filled, and the last one of a revision stays with it: it says whether and why an extraction failed.
create or replace function palimpsest.delete_finished_jobs(p_older interval, p_limit integer) returns integer
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with deleted as (
    delete from palimpsest.job j
    where j.ctid = any (array(
      select o.ctid from palimpsest.job o
      where o.tenant_id = palimpsest.tenant() and o.status in ('DONE', 'FAILED', 'STOPPED')
        and o.updated_at < clock_timestamp() - p_older
        and not exists (select 1 from palimpsest.embedding_space s
                        where s.state = 'filling' and o.payload->>'key' = 'space ' || s.space_id)
        and not exists (select 1 from palimpsest.artifact a
                        where a.tenant_id = palimpsest.tenant() and a.artifact_id = o.payload->>'artifact_id'
                          and a.job_id = o.job_id)
      limit p_limit for update skip locked))
    returning 1)
  select count(*)::integer from deleted;
end;

-- The first passage of the revision that a job extracts from, if the caller may see it.
create function palimpsest.passage_of_job(p_job text, p_artifact text) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id
  from palimpsest.artifact a
  join palimpsest.memory m on m.tenant_id = a.tenant_id and m.id = a.memory_id
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = p_artifact and a.job_id = p_job
    and palimpsest.visible(m.visibility, m.owner_id, m.audience) and palimpsest.artifact_open(a.head_id);
end;
grant execute on function palimpsest.passage_of_job(text, text) to palimpsest_app;

-- What the extraction gave that a job has done, for those who see the job.
create or replace function palimpsest.extraction_run(p_job text) returns jsonb
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select a.extraction from palimpsest.artifact a
  where a.tenant_id = palimpsest.tenant() and a.job_id = p_job
    and (a.owner_id = palimpsest.principal() or palimpsest.role() = 'admin'
         or palimpsest.passage_of_job(p_job, a.artifact_id) is not null) limit 1;
end;

-- Where these passages share words with one that is blocked in a channel, or in any if none is named: in UTF-16 units
-- counted from 0. Of a passage that was amended, the words themselves, which may stand anywhere in it.
create function palimpsest.blocked_stretches(p_ids text[], p_channel text)
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
end $$;
grant execute on function palimpsest.blocked_stretches(text[], text) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;

alter policy own_or_admin on palimpsest.job
  using (tenant_id = palimpsest.tenant()
    and (principal_id = palimpsest.principal() or palimpsest.role() = 'admin'
         or (kind = 'extract_events' and palimpsest.passage_of_job(job_id, payload->>'artifact_id') is not null)));
