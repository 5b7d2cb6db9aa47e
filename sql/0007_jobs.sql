-- The job queue. Requests enqueue jobs; workers claim them over all tenants and run each one in its own tenant.

create table palimpsest.job (
  tenant_id      text not null references palimpsest.tenant,
  job_id         text not null,
  kind           text not null,
  payload        jsonb not null default '{}',
  -- On whose behalf it runs, and the rights that this principal held when it was enqueued (role, permissions, teams,
  -- grants, key_id). Null: a job of the system, which the worker runs as itself.
  principal_id   text,
  principal_type text,
  rights         jsonb,
  status         text not null default 'PENDING' check (status in ('PENDING', 'PROCESSING', 'DONE', 'FAILED', 'STOPPED')),
  priority       integer not null default 0,
  attempts       integer not null default 0,
  max_attempts   integer not null default 5,
  progress       jsonb not null default '{}',
  error          text,
  run_at         timestamptz not null default clock_timestamp(),
  -- The token and the lease of a claim. A worker that lost its lease can no longer write its result.
  locked_by      text,
  locked_until   timestamptz,
  created_at     timestamptz not null default clock_timestamp(),
  updated_at     timestamptz not null default clock_timestamp(),
  primary key (tenant_id, job_id),
  check ((principal_id is null) = (rights is null) and (principal_id is null) = (principal_type is null))
);
-- The tenant comes first, so that a tenant with many jobs cannot keep the others waiting.
create index job_ready on palimpsest.job (tenant_id, priority desc, run_at) where status = 'PENDING';
create index job_leased on palimpsest.job (locked_until) where status = 'PROCESSING';
create index job_kind on palimpsest.job (tenant_id, kind, updated_at desc);
-- One job of a kind and key at a time, for each principal and for the system.
create unique index job_one_of_kind on palimpsest.job (tenant_id, kind, (payload->>'key'), coalesce(principal_id, ''))
  where status in ('PENDING', 'PROCESSING') and payload ? 'key';
alter table palimpsest.job enable row level security, force row level security;
-- A principal sees what runs for it, an admin everything.
create policy own_or_admin on palimpsest.job for select to palimpsest_app
  using (tenant_id = palimpsest.tenant() and (principal_id = palimpsest.principal() or palimpsest.role() = 'admin'));
create policy own_rights on palimpsest.job for insert to palimpsest_app
  with check (tenant_id = palimpsest.tenant() and principal_id = palimpsest.principal()
              and principal_type = palimpsest.principal_type() and rights->>'role' = palimpsest.role());
-- A worker claims for all tenants.
create policy definer_claims on palimpsest.job to palimpsest_definer using (true) with check (true);
-- Without locked_by: who knows the token of a claim can end the job.
grant select (tenant_id, job_id, kind, payload, principal_id, principal_type, rights, status, priority, attempts,
              max_attempts, progress, error, run_at, locked_until, created_at, updated_at) on palimpsest.job to palimpsest_app;
grant insert (tenant_id, job_id, kind, payload, principal_id, principal_type, rights, priority, max_attempts, run_at)
  on palimpsest.job to palimpsest_app;
grant select, insert, update, delete on palimpsest.job to palimpsest_definer;

create function palimpsest.new_job_id() returns text
  language sql volatile
  return 'job_' || replace(gen_random_uuid()::text, '-', '');

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Takes the next job that is due, or whose worker lost its lease, and gives it a lease. Tenants take turns: the worker
-- names the one that it served last. A job fails when its workers did not survive as many attempts as it may have.
create function palimpsest.claim_job(p_worker text, p_kinds text[], p_lease interval, p_after text default '')
  returns table (tenant_id text, job_id text, kind text, payload jsonb, attempts integer, max_attempts integer,
                 progress jsonb, principal_id text, principal_type text, rights jsonb)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
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
  returning j.tenant_id, j.job_id, j.kind, j.payload, j.attempts, j.max_attempts, j.progress, j.principal_id,
    j.principal_type, j.rights;
end $$;
grant execute on function palimpsest.claim_job(text, text[], interval, text) to palimpsest_worker;

-- The holder of a claim proves it by its token and attempt. These three may be called in the transaction of the
-- principal for whom the job runs, so that its writes and the job's state are committed together. False: the lease is
-- lost, and the transaction must be rolled back.
create function palimpsest.renew_job(p_job text, p_token text, p_attempt integer, p_lease interval,
                                     p_progress jsonb default null) returns boolean
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with changed as (
    update palimpsest.job j
    set locked_until = clock_timestamp() + p_lease, progress = coalesce(p_progress, j.progress),
        updated_at = clock_timestamp()
    where j.tenant_id = palimpsest.tenant() and j.job_id = p_job and j.status = 'PROCESSING'
      and j.locked_by = p_token and j.attempts = p_attempt
    returning 1)
  select exists (select 1 from changed);
end;
grant execute on function palimpsest.renew_job(text, text, integer, interval, jsonb) to palimpsest_app, palimpsest_worker;

create function palimpsest.end_job(p_job text, p_token text, p_attempt integer, p_status text,
                                   p_error text default null) returns boolean
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with changed as (
    update palimpsest.job j
    set status = p_status, error = p_error, locked_by = null, locked_until = null, updated_at = clock_timestamp()
    where j.tenant_id = palimpsest.tenant() and j.job_id = p_job and j.status = 'PROCESSING'
      and j.locked_by = p_token and j.attempts = p_attempt and p_status in ('DONE', 'FAILED', 'STOPPED')
    returning 1)
  select exists (select 1 from changed);
end;
grant execute on function palimpsest.end_job(text, text, integer, text, text) to palimpsest_app, palimpsest_worker;

-- Gives a job back to the queue. With an error the attempt counts; without one it was not tried.
create function palimpsest.release_job(p_job text, p_token text, p_attempt integer, p_delay interval,
                                       p_error text default null) returns boolean
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with changed as (
    update palimpsest.job j
    set status = 'PENDING', attempts = j.attempts - (p_error is null)::integer, error = p_error,
        run_at = clock_timestamp() + p_delay, locked_by = null, locked_until = null, updated_at = clock_timestamp()
    where j.tenant_id = palimpsest.tenant() and j.job_id = p_job and j.status = 'PROCESSING'
      and j.locked_by = p_token and j.attempts = p_attempt
    returning 1)
  select exists (select 1 from changed);
end;
grant execute on function palimpsest.release_job(text, text, integer, interval, text) to palimpsest_app, palimpsest_worker;

-- Stops a job that waits or runs; a worker that runs it loses its lease and writes nothing more. For the principal of
-- the job and for admins, as is retry_job. False: there is no such job in such a state.
create function palimpsest.stop_job(p_job text) returns boolean
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with changed as (
    update palimpsest.job j
    set status = 'STOPPED', locked_by = null, locked_until = null, updated_at = clock_timestamp()
    where j.tenant_id = palimpsest.tenant() and j.job_id = p_job and j.status in ('PENDING', 'PROCESSING')
      and (j.principal_id = palimpsest.principal() or palimpsest.role() = 'admin')
    returning 1)
  select exists (select 1 from changed);
end;
grant execute on function palimpsest.stop_job(text) to palimpsest_app;

-- Queues a failed or stopped job again, unless another one with its key waits or runs by now.
create function palimpsest.retry_job(p_job text) returns boolean
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with changed as (
    update palimpsest.job j
    set status = 'PENDING', attempts = 0, error = null, run_at = clock_timestamp(), updated_at = clock_timestamp()
    where j.tenant_id = palimpsest.tenant() and j.job_id = p_job and j.status in ('FAILED', 'STOPPED')
      and (j.principal_id = palimpsest.principal() or palimpsest.role() = 'admin')
      and not exists (
        select 1 from palimpsest.job o
        where o.tenant_id = j.tenant_id and o.kind = j.kind and o.payload->>'key' = j.payload->>'key'
          and o.principal_id is not distinct from j.principal_id
          and o.status in ('PENDING', 'PROCESSING'))
    returning 1)
  select exists (select 1 from changed);
end;
grant execute on function palimpsest.retry_job(text) to palimpsest_app;

-- One recurring job for each tenant and kind. It is made due again after p_every, so the table does not grow with time.
-- Capsule expiry is due only where a capsule is.
create function palimpsest.schedule_for_all(p_kind text, p_every interval) returns integer
  language sql volatile security definer set search_path = pg_catalog, pg_temp
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
    select w.tenant_id, palimpsest.new_job_id(), p_kind, jsonb_build_object('key', p_kind)
    from wanted w
    where not exists (select 1 from palimpsest.job j
                      where j.tenant_id = w.tenant_id and j.kind = p_kind and j.payload->>'key' = p_kind)
    on conflict do nothing
    returning tenant_id
  )
  select ((select count(*) from again) + (select count(*) from new))::integer;
end;
grant execute on function palimpsest.schedule_for_all(text, interval) to palimpsest_worker;

-- Deletes jobs of the transaction's tenant that ended longer ago, and gives their number. Those that fill a space stay
-- while it is being filled: its progress is read from them.
create function palimpsest.delete_finished_jobs(p_older interval, p_limit integer) returns integer
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
      limit p_limit for update skip locked))
    returning 1)
  select count(*)::integer from deleted;
end;
grant execute on function palimpsest.delete_finished_jobs(interval, integer) to palimpsest_worker;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
