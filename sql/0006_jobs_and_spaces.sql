-- The queue's own functions, the sweeps it runs, and the filling of embedding spaces. Work that is not one tenant's
-- is the definer's, who lends it out through these and nothing else.

-- Takes the next job that is due or whose worker's lease ran out, and gives it a lease. Tenants take turns: the
-- worker says whom it served last. A job that its workers did not survive as often as it may fail has failed.
create function palimpsest.claim_job(p_worker text, p_kinds text[], p_lease interval, p_after text default '')
  returns table (tenant_id text, job_id text, kind text, payload jsonb, attempts integer, max_attempts integer, progress jsonb)
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  chosen record;
begin
  update palimpsest.job j
  set status = 'FAILED', error = 'Its worker ended or hung each time it was tried.', locked_by = null,
      locked_until = null, updated_at = clock_timestamp()
  where (j.tenant_id, j.job_id) in (
    select d.tenant_id, d.job_id from palimpsest.job d
    where d.status = 'PROCESSING' and d.locked_until < clock_timestamp() and d.attempts >= d.max_attempts
    for update skip locked);

  select j.tenant_id, j.job_id into chosen from palimpsest.job j
  where j.status = 'PROCESSING' and j.locked_until < clock_timestamp() and j.kind = any (p_kinds)
  order by j.locked_until limit 1 for update skip locked;
  if not found then
    select j.tenant_id, j.job_id into chosen from palimpsest.job j
    where j.status = 'PENDING' and j.tenant_id > p_after and j.run_at <= clock_timestamp() and j.kind = any (p_kinds)
    order by j.tenant_id, j.priority desc, j.run_at limit 1 for update skip locked;
  end if;
  if not found then
    select j.tenant_id, j.job_id into chosen from palimpsest.job j
    where j.status = 'PENDING' and j.run_at <= clock_timestamp() and j.kind = any (p_kinds)
    order by j.tenant_id, j.priority desc, j.run_at limit 1 for update skip locked;
  end if;
  if not found then
    return;
  end if;
  return query
  update palimpsest.job j
  set status = 'PROCESSING', attempts = j.attempts + 1, locked_by = p_worker, error = null,
      locked_until = clock_timestamp() + p_lease, updated_at = clock_timestamp()
  where j.tenant_id = chosen.tenant_id and j.job_id = chosen.job_id
  returning j.tenant_id, j.job_id, j.kind, j.payload, j.attempts, j.max_attempts, j.progress;
end $$;

-- One recurring job per tenant and kind, made due again when its time has come: the table does not grow with time.
-- Expiry is due only where a capsule is.
create function palimpsest.schedule_for_all(p_kind text, p_every interval) returns integer
  language sql volatile security definer set search_path = pg_catalog
begin atomic
  with wanted as (
    select t.tenant_id from palimpsest.tenant t
    where p_kind <> 'capsule_expiry' or exists (
      select 1 from palimpsest.capsule c
      where c.tenant_id = t.tenant_id and c.status = 'active' and c.expires_at <= clock_timestamp())
  ), again as (
    update palimpsest.job j
    set status = 'PENDING', attempts = 0, run_at = clock_timestamp(), updated_at = clock_timestamp()
    from wanted w
    where j.tenant_id = w.tenant_id and j.kind = p_kind and j.payload->>'key' = p_kind
      and j.status in ('DONE', 'FAILED', 'STOPPED') and j.updated_at <= clock_timestamp() - p_every
    returning j.tenant_id
  ), new as (
    insert into palimpsest.job (tenant_id, job_id, kind, payload)
    select w.tenant_id, 'job_' || replace(gen_random_uuid()::text, '-', ''), p_kind, jsonb_build_object('key', p_kind)
    from wanted w
    where not exists (select 1 from palimpsest.job j
                      where j.tenant_id = w.tenant_id and j.kind = p_kind and j.payload->>'key' = p_kind)
    on conflict do nothing
    returning tenant_id
  )
  select ((select count(*) from again) + (select count(*) from new))::integer;
end;

-- The definer finds out that a tenant has a capsule to sweep; what it then does is done in that tenant.
create policy definer_sees_due on palimpsest.capsule for select to palimpsest_definer
  using (status = 'active' and expires_at <= clock_timestamp());

-- Marks capsules of the transaction's tenant whose time is over. By row address: a join would be planned by the
-- statistics of a table that has just grown, and go wrong.
create function palimpsest.expire_capsules(p_limit integer) returns integer
  language sql volatile security definer set search_path = pg_catalog
begin atomic
  with done as (
    update palimpsest.capsule c set status = 'expired'
    where c.ctid = any (array(
      select o.ctid from palimpsest.capsule o
      where o.tenant_id = palimpsest.tenant() and o.status = 'active' and o.expires_at <= clock_timestamp()
      order by o.expires_at limit p_limit for update skip locked))
    returning 1)
  select count(*)::integer from done;
end;

-- Only the worker reads what it is to embed: this is text that no single reader may see.
create function palimpsest.is_worker() returns boolean
  language sql stable
  return palimpsest.role() = 'admin' and current_setting('palimpsest.principal_type', true) = 'service';

-- How many memories of the transaction's tenant have a vector in each space, and how many have none.
create function palimpsest.space_counts() returns table (space_id integer, vectors bigint, missing bigint)
  language sql stable security definer set search_path = pg_catalog
begin atomic
  with held as (
    select v.space_id, count(*) as vectors from palimpsest.memory_vector v
    where v.tenant_id = palimpsest.tenant() group by v.space_id
  ), memories as (
    select count(*) as n from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and not m.retracted
  )
  select s.space_id, coalesce(h.vectors, 0), greatest(0, memories.n - coalesce(h.vectors, 0))
  from palimpsest.embedding_space s left join held h on h.space_id = s.space_id, memories;
end;

create function palimpsest.missing_vectors(p_space integer, p_after text, p_limit integer)
  returns table (id text, actor text, text text, content_hash text)
  language sql stable security definer set search_path = pg_catalog
begin atomic
  select m.id, m.provenance->>'actor', m.text, m.content_hash
  from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and palimpsest.is_worker() and m.id > p_after and not m.retracted
    and not exists (select 1 from palimpsest.memory_vector v
                    where v.tenant_id = m.tenant_id and v.space_id = p_space and v.memory_id = m.id)
  order by m.id limit p_limit;
end;

-- Stores vectors of texts that are still what they were when they were embedded; gives how many that were.
create function palimpsest.fill_vectors(p_space integer, p_ids text[], p_hashes text[], p_embeddings text[])
  returns integer
  language sql volatile security definer set search_path = pg_catalog, public
begin atomic
  with same as (
    select m.tenant_id, m.id, given.embedding,
      palimpsest.admission_needed(m.visibility, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at) as admission_needed
    from palimpsest.memory m
    join unnest(p_ids, p_hashes, p_embeddings) as given(id, hash, embedding)
      on m.id = given.id and m.content_hash = given.hash
    where m.tenant_id = palimpsest.tenant() and palimpsest.is_worker() and not m.retracted
    for share of m
  ), stored as (
    insert into palimpsest.memory_vector (tenant_id, space_id, memory_id, admission_needed, embedding)
    select same.tenant_id, p_space, same.id, same.admission_needed, same.embedding::vector from same
    on conflict do nothing
    returning 1)
  select count(*)::integer from stored;
end;

-- How far the filling of a space is, over all tenants: what counts of each is its last job.
create function palimpsest.space_progress(p_space integer)
  returns table (open_jobs bigint, failed_jobs bigint, done bigint, total bigint)
  language sql stable security definer set search_path = pg_catalog
begin atomic
  with last as (
    select distinct on (j.tenant_id) j.status, j.progress from palimpsest.job j
    where j.kind = 'embedding_fill' and j.payload->>'key' = 'space ' || p_space
    order by j.tenant_id, j.created_at desc
  )
  select count(*) filter (where l.status in ('PENDING', 'PROCESSING')), count(*) filter (where l.status = 'FAILED'),
    coalesce(sum((l.progress->>'done')::bigint), 0)::bigint, coalesce(sum((l.progress->>'total')::bigint), 0)::bigint
  from last l;
end;

-- Brings a space nearer to being read: one filling job for each tenant that misses vectors in it; if none does, it
-- becomes the active one. The tenants are walked through one by one, each in its own security context. A worker
-- advances only what is being filled: it must not start again what was stopped, nor what has failed.
create function palimpsest.advance_space(p_space integer, p_going_on boolean) returns text
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  before text := current_setting('palimpsest.tenant', true);
  t record;
  short bigint;
  open_jobs boolean := false;
  now_state text;
begin
  select s.state into strict now_state from palimpsest.embedding_space s where s.space_id = p_space for update;
  if p_going_on and (now_state <> 'filling' or exists (
    select 1 from palimpsest.space_progress(p_space) p where p.open_jobs > 0 or p.failed_jobs > 0)) then
    return now_state;
  end if;
  for t in select tenant.tenant_id from palimpsest.tenant order by tenant.tenant_id loop
    perform set_config('palimpsest.tenant', t.tenant_id, true);
    select c.missing into short from palimpsest.space_counts() c where c.space_id = p_space;
    continue when short = 0;
    open_jobs := true;
    insert into palimpsest.job (tenant_id, job_id, kind, payload, progress)
    values (t.tenant_id, 'job_' || replace(gen_random_uuid()::text, '-', ''), 'embedding_fill',
            jsonb_build_object('key', 'space ' || p_space, 'space', p_space),
            jsonb_build_object('done', 0, 'total', short))
    on conflict do nothing;
  end loop;
  perform set_config('palimpsest.tenant', coalesce(before, ''), true);
  if not open_jobs then
    perform palimpsest.set_space_state(p_space, 'active');
  elsif now_state <> 'active' then
    perform palimpsest.set_space_state(p_space, 'filling');
  end if;
  return (select s.state from palimpsest.embedding_space s where s.space_id = p_space);
end $$;

-- A memory was written while its embedder was silent: its vector follows by a job, in the same transaction.
create function palimpsest.fill_later(p_space integer) returns void
  language sql volatile security definer set search_path = pg_catalog
begin atomic
  insert into palimpsest.job (tenant_id, job_id, kind, payload)
  values (palimpsest.tenant(), 'job_' || replace(gen_random_uuid()::text, '-', ''), 'embedding_fill',
          jsonb_build_object('key', 'space ' || p_space, 'space', p_space))
  on conflict do nothing;
end;

-- Stops the filling of a space; jobs that run notice it at their next batch.
create function palimpsest.stop_space(p_space integer) returns text
  language plpgsql volatile security definer set search_path = pg_catalog as $$
begin
  update palimpsest.embedding_space set state = 'stopped' where space_id = p_space and state = 'filling';
  update palimpsest.job j set status = 'STOPPED', updated_at = clock_timestamp()
  where j.kind = 'embedding_fill' and j.payload->>'key' = 'space ' || p_space and j.status = 'PENDING';
  return (select s.state from palimpsest.embedding_space s where s.space_id = p_space);
end $$;

do $$
declare f regprocedure;
begin
  grant create on schema palimpsest to palimpsest_definer;
  foreach f in array array[
    'palimpsest.claim_job(text, text[], interval, text)', 'palimpsest.schedule_for_all(text, interval)',
    'palimpsest.expire_capsules(integer)', 'palimpsest.space_counts()',
    'palimpsest.missing_vectors(integer, text, integer)', 'palimpsest.fill_vectors(integer, text[], text[], text[])',
    'palimpsest.advance_space(integer, boolean)', 'palimpsest.stop_space(integer)',
    'palimpsest.space_progress(integer)', 'palimpsest.fill_later(integer)']::regprocedure[] loop
    execute format('alter function %s owner to palimpsest_definer', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to palimpsest_app', f);
  end loop;
  revoke create on schema palimpsest from palimpsest_definer;
end $$;
