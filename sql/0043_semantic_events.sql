-- Semantic events: what documents tell of. They are memories, linked to the passages that they rest on, so every edit of a
-- passage reaches them. Their quotes are nowhere but in the passages.

alter table palimpsest.artifact
  -- How events were extracted from this revision last, and what was found and not taken, each with the reason.
  add column extraction jsonb,
  add column rejected   jsonb;
create index artifact_job on palimpsest.artifact (tenant_id, job_id) where job_id is not null;
grant update (extraction, rejected, job_id) on palimpsest.artifact to palimpsest_definer;

-- The name of the worker that took a job last, and when: the token of its claim is shown to nobody.
alter table palimpsest.job
  add column worker    text,
  add column locked_at timestamptz;
grant select (worker, locked_at) on palimpsest.job to palimpsest_app;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- As before; notes the name of the worker and the time, and says by its code why a job failed whose workers ended.
drop function palimpsest.claim_job(text, text[], interval, text);
create function palimpsest.claim_job(p_worker text, p_kinds text[], p_lease interval, p_after text default '',
                                     p_name text default null)
  returns table (tenant_id text, job_id text, kind text, payload jsonb, attempts integer, max_attempts integer,
                 progress jsonb, principal_id text, principal_type text, rights jsonb)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  chosen record;
begin
  update palimpsest.job j
  set status = 'FAILED', error = 'MAX_ATTEMPTS_EXCEEDED: Its worker ended or hung each time it was tried.',
      locked_by = null, locked_until = null, updated_at = clock_timestamp()
  where (j.tenant_id, j.job_id) in (
    select d.tenant_id, d.job_id from palimpsest.job d
    where d.status = 'PROCESSING' and d.attempts >= d.max_attempts
      and (d.locked_until < clock_timestamp() or d.updated_at > clock_timestamp() + interval '1 minute')
    for update skip locked);

  select j.tenant_id, j.job_id into chosen from palimpsest.job j
  where j.status = 'PROCESSING'
    and (j.locked_until < clock_timestamp() or j.updated_at > clock_timestamp() + interval '1 minute')
    and j.kind = any (p_kinds)
  order by j.locked_until limit 1 for update skip locked;
  if not found then
    select j.tenant_id, j.job_id into chosen from palimpsest.job j
    where j.status = 'PENDING' and j.tenant_id > p_after and j.kind = any (p_kinds)
      and (j.run_at <= clock_timestamp() or j.updated_at > clock_timestamp() + interval '1 minute')
    order by j.tenant_id, j.priority desc, j.run_at limit 1 for update skip locked;
  end if;
  if not found then
    select j.tenant_id, j.job_id into chosen from palimpsest.job j
    where j.status = 'PENDING' and j.kind = any (p_kinds)
      and (j.run_at <= clock_timestamp() or j.updated_at > clock_timestamp() + interval '1 minute')
    order by j.tenant_id, j.priority desc, j.run_at limit 1 for update skip locked;
  end if;
  if not found then
    return;
  end if;
  return query
  update palimpsest.job j
  set status = 'PROCESSING', attempts = j.attempts + 1, locked_by = p_worker, error = null, worker = p_name,
      locked_at = clock_timestamp(), locked_until = clock_timestamp() + p_lease, updated_at = clock_timestamp()
  where j.tenant_id = chosen.tenant_id and j.job_id = chosen.job_id
  returning j.tenant_id, j.job_id, j.kind, j.payload, j.attempts, j.max_attempts, j.progress, j.principal_id,
    j.principal_type, j.rights;
end $$;
grant execute on function palimpsest.claim_job(text, text[], interval, text, text) to palimpsest_worker;

-- As before; a job that waits may run at once, with the attempts that it has had.
create or replace function palimpsest.retry_job(p_job text) returns boolean
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  select palimpsest.assert_not_suspended();
  with changed as (
    update palimpsest.job j
    set status = 'PENDING', attempts = case when j.status = 'PENDING' then j.attempts else 0 end,
        error = case when j.status = 'PENDING' then j.error end, run_at = clock_timestamp(),
        updated_at = clock_timestamp()
    where j.tenant_id = palimpsest.tenant() and j.job_id = p_job and j.status in ('PENDING', 'FAILED', 'STOPPED')
      and (j.principal_id = palimpsest.principal() or palimpsest.role() = 'admin')
      and (j.status = 'PENDING' or not exists (
        select 1 from palimpsest.job o
        where o.tenant_id = j.tenant_id and o.kind = j.kind and o.payload->>'key' = j.payload->>'key'
          and o.principal_id is not distinct from j.principal_id
          and o.status in ('PENDING', 'PROCESSING')))
    returning 1)
  select exists (select 1 from changed);
end;

-- Queues a job again from its beginning, whatever its state. An attempt that runs loses its lease and writes nothing.
create function palimpsest.restart_job(p_job text) returns boolean
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  select palimpsest.assert_not_suspended();
  with changed as (
    update palimpsest.job j
    set status = 'PENDING', attempts = 0, error = null, locked_by = null, locked_until = null,
        run_at = clock_timestamp(), updated_at = clock_timestamp()
    where j.tenant_id = palimpsest.tenant() and j.job_id = p_job
      and (j.principal_id = palimpsest.principal() or palimpsest.role() = 'admin')
    returning 1)
  select exists (select 1 from changed);
end;
grant execute on function palimpsest.restart_job(text) to palimpsest_app;

-- The job of a revision is read by whoever may see the revision.
create function palimpsest.extraction_job(p_artifact text)
  returns table (job_id text, kind text, status text, attempts integer, max_attempts integer, priority integer,
                 created_at timestamptz, updated_at timestamptz, worker text, locked_at timestamptz, error text,
                 run_at timestamptz, principal_id text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select j.job_id, j.kind, j.status, j.attempts, j.max_attempts, j.priority, j.created_at, j.updated_at, j.worker,
    j.locked_at, j.error, j.run_at, j.principal_id
  from palimpsest.artifact a
  join palimpsest.memory m on m.tenant_id = a.tenant_id and m.id = a.memory_id
  join palimpsest.job j on j.tenant_id = a.tenant_id and j.job_id = a.job_id
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = p_artifact
    and palimpsest.visible(m.visibility, m.owner_id, m.audience) and palimpsest.artifact_open(a.head_id);
end;
grant execute on function palimpsest.extraction_job(text) to palimpsest_app;

-- What the extraction gave that a job of the caller's, or of anybody for an admin, has done.
create function palimpsest.extraction_run(p_job text) returns jsonb
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select a.extraction from palimpsest.artifact a
  where a.tenant_id = palimpsest.tenant() and a.job_id = p_job
    and (a.owner_id = palimpsest.principal() or palimpsest.role() = 'admin') limit 1;
end;
grant execute on function palimpsest.extraction_run(text) to palimpsest_app;

-- The job that extracts from a revision of the caller's, where the one before was cleaned up.
create function palimpsest.set_extraction_job(p_artifact text, p_job text) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  select palimpsest.assert_not_suspended();
  update palimpsest.artifact a set job_id = p_job
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = p_artifact and a.owner_id = palimpsest.principal();
end;
grant execute on function palimpsest.set_extraction_job(text, text) to palimpsest_app;

-- The caller's events that rest on these passages.
create function palimpsest.events_on(p_passages text[]) returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select distinct m.id from palimpsest.memory_link l
  join palimpsest.memory m on m.tenant_id = l.tenant_id and m.id = l.from_id
  where l.tenant_id = palimpsest.tenant() and l.type = 'derived_from' and l.to_id = any (p_passages)
    and m.kind = 'semantic_event' and m.owner_id = palimpsest.principal();
end;

-- As before, also for events: one of a superseded revision, or that a later extraction did not find again, is led to by
-- no word.
create or replace function palimpsest.guard_passages(p_ids text[]) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with passage as materialized (
    select m.id, m.reading_position, m.status in ('superseded', 'replaced') as over,
      palimpsest.posting_guard(m.channel,
        case when m.status in ('superseded', 'replaced') then 'secret' else m.boundary_class end,
        m.quarantined, m.blocked_channels, m.expires_at) as guard,
      palimpsest.admission_needed(m.visibility, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at) as needed
    from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids) and m.owner_id = palimpsest.principal()
  ), words as (
    update palimpsest.memory_term t set guard = p.guard
    from passage p where t.tenant_id = palimpsest.tenant() and t.reading_position = p.reading_position
      and t.guard <> p.guard
  )
  update palimpsest.memory_vector v set admission_needed = p.over or p.needed
  from passage p where v.tenant_id = palimpsest.tenant() and v.memory_id = p.id
    and v.admission_needed <> (p.over or p.needed);
end;

-- As before; the events of both revisions follow their passages. What an extraction did not find again stays away.
create or replace function palimpsest.make_latest(p_head text, p_artifact text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  before text[];
  after text[];
  turned text[];
begin
  update palimpsest.artifact a set is_latest = false
  where a.tenant_id = palimpsest.tenant() and a.head_id = p_head and a.owner_id = palimpsest.principal()
    and a.is_latest and a.artifact_id <> p_artifact
  returning a.chunk_ids into before;
  update palimpsest.artifact a set is_latest = true
  where a.tenant_id = palimpsest.tenant() and a.head_id = p_head and a.owner_id = palimpsest.principal()
    and a.artifact_id = p_artifact
  returning a.chunk_ids into after;
  before := before || array(select palimpsest.events_on(before));
  after := after || array(select palimpsest.events_on(after));
  with changed as (
    update palimpsest.memory m set status = case when m.id = any (after) then 'active' else 'superseded' end
    where m.tenant_id = palimpsest.tenant() and m.id = any (before || after) and m.owner_id = palimpsest.principal()
      and m.status <> 'replaced' and m.status <> case when m.id = any (after) then 'active' else 'superseded' end
    returning m.id, m.status
  ), logged as (
    insert into palimpsest.memory_state (tenant_id, memory_id, status, actor_id)
    select palimpsest.tenant(), c.id, c.status, palimpsest.principal() from changed c order by c.id
  )
  select array_agg(c.id) into turned from changed c;
  perform palimpsest.guard_passages(turned);
end $$;

-- As before; the events rise with the passages.
create or replace function palimpsest.raise_artifact_class(p_artifact text, p_class text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  classes constant text[] := array['public', 'internal', 'pii', 'secret'];
  ids text[];
  raised text[];
begin
  perform palimpsest.assert_not_suspended();
  select a.chunk_ids || a.head_id || array(select palimpsest.events_on(a.chunk_ids)) into ids
  from palimpsest.artifact a
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = p_artifact and a.owner_id = palimpsest.principal()
  for update;
  with changed as (
    update palimpsest.memory m set boundary_class = p_class
    where m.tenant_id = palimpsest.tenant() and m.id = any (ids) and m.owner_id = palimpsest.principal()
      and array_position(classes, m.boundary_class) < array_position(classes, p_class)
    returning m.id)
  select array_agg(c.id) into raised from changed c;
  perform palimpsest.guard_passages(raised);
end $$;

-- As before; the events expire with the passages.
create or replace function palimpsest.resolve_artifact(p_head text, p_reason text) returns timestamptz
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  now_is constant timestamptz := clock_timestamp();
  ids text[];
begin
  perform palimpsest.assert_not_suspended();
  update palimpsest.artifact a set resolved_at = now_is, resolved_for = p_reason
  where a.tenant_id = palimpsest.tenant() and a.head_id = p_head and a.owner_id = palimpsest.principal();
  select array_agg(c.id) into ids from palimpsest.artifact a cross join lateral unnest(a.chunk_ids) as c(id)
  where a.tenant_id = palimpsest.tenant() and a.head_id = p_head and a.owner_id = palimpsest.principal();
  ids := ids || array(select palimpsest.events_on(ids));
  update palimpsest.memory m set expires_at = least(m.expires_at, now_is)
  where m.tenant_id = palimpsest.tenant() and m.id = any (ids) and m.owner_id = palimpsest.principal();
  perform palimpsest.guard_passages(ids);
  return now_is;
end $$;

-- The end of an extraction from a revision of the caller's: these are its events now, and all others that rest on its
-- passages are replaced. Events have the class and the end that the passages have by now. False: the revision is gone, or
-- was deleted. Whoever makes another revision the latest waits for this, or this for them.
create function palimpsest.finish_extraction(p_artifact text, p_events text[], p_run jsonb, p_rejected jsonb) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  revision record;
  place record;
  ids text[];
  turned text[];
begin
  select a.is_latest, a.chunk_ids, a.memory_id into revision from palimpsest.artifact a
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = p_artifact and a.owner_id = palimpsest.principal()
    and palimpsest.artifact_open(a.head_id)
  for update;
  if not found then
    return false;
  end if;
  update palimpsest.artifact a set extraction = p_run, rejected = p_rejected
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = p_artifact;
  select m.boundary_class, m.expires_at into place from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = revision.memory_id;
  ids := array(select palimpsest.events_on(revision.chunk_ids));
  with wanted as (
    select e.id, case when e.id <> all (p_events) then 'replaced' when revision.is_latest then 'active'
      else 'superseded' end as status
    from unnest(ids) as e(id)
  ), changed as (
    update palimpsest.memory m
    set status = w.status, boundary_class = place.boundary_class, expires_at = place.expires_at
    from wanted w
    where m.tenant_id = palimpsest.tenant() and m.id = w.id
      and (m.status, m.boundary_class, m.expires_at) is distinct from (w.status, place.boundary_class, place.expires_at)
    returning m.id, m.status
  ), logged as (
    insert into palimpsest.memory_state (tenant_id, memory_id, status, actor_id)
    select palimpsest.tenant(), c.id, c.status, palimpsest.principal() from changed c order by c.id
  )
  select array_agg(c.id) into turned from changed c;
  perform palimpsest.guard_passages(turned);
  return true;
end $$;
grant execute on function palimpsest.finish_extraction(text, text[], jsonb, jsonb) to palimpsest_app;

-- Those of these stretches of passages, in UTF-16 units of the passages as they were ingested, whose words stand in the
-- passages as they read now, and the words. A character of two units is followed by a filler while units are counted.
create function palimpsest.standing_words(p_passages text[], p_starts integer[], p_ends integer[])
  returns table (n integer, words text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select given.n::integer, w.words
  from unnest(p_passages, p_starts, p_ends) with ordinality as given(id, first, last, n)
  join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = given.id and not m.retracted
    and palimpsest.visible(m.visibility, m.owner_id, m.audience)
  join palimpsest.memory_original o on o.tenant_id = m.tenant_id and o.memory_id = m.id
  cross join lateral (
    select replace(substr(regexp_replace(o.text, '([\U00010000-\U0010FFFF])', E'\\1\uE000', 'g'),
      given.first + 1, given.last - given.first), E'\uE000', '') as words) w
  where w.words <> '' and strpos(m.text, w.words) > 0;
end;
grant execute on function palimpsest.standing_words(text[], integer[], integer[]) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;

-- What psql shows leaves out events of superseded revisions, those that an extraction did not find again, and those of one
-- that has not ended.
create or replace view palimpsest.effective_chunks with (security_invoker = true, security_barrier = true) as
select m.tenant_id, m.id as chunk_id, m.kind, m.text, m.importance, m.channel, m.scope, m.subject_type, m.subject_id,
  m.project_id, m.session_id, m.tags, m.boundary_class, m.retracted as is_retracted, m.quarantined as is_quarantined,
  m.blocked_channels, m.edit_count as edits_applied, m.token_count as token_est, m.occurred_at as ts, m.reading_position
from palimpsest.memory m
where m.as_chunk and not m.retracted
  and not (m.kind in ('chunk', 'semantic_event') and m.status in ('superseded', 'replaced', 'pending'))
  and m.boundary_class <> 'secret' and (m.expires_at is null or m.expires_at > now());
