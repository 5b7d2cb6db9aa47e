-- Jobs when the clock is set back: each waited until the time came again that it was made at.

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Takes the next job that is due, or whose worker lost its lease, and gives it a lease. Tenants take turns: the worker
-- names the one that it served last. A job fails when its workers did not survive as many attempts as it may have.
-- A job that was changed in the future is one of before the clock was set back: it would wait for its time to come
-- again, so its lease and its delay are over. A worker that still runs it has a present time again when it renews.
create or replace function palimpsest.claim_job(p_worker text, p_kinds text[], p_lease interval, p_after text default '')
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
  set status = 'PROCESSING', attempts = j.attempts + 1, locked_by = p_worker, error = null,
      locked_until = clock_timestamp() + p_lease, updated_at = clock_timestamp()
  where j.tenant_id = chosen.tenant_id and j.job_id = chosen.job_id
  returning j.tenant_id, j.job_id, j.kind, j.payload, j.attempts, j.max_attempts, j.progress, j.principal_id,
    j.principal_type, j.rights;
end $$;

-- One recurring job for each tenant and kind. It is made due again after p_every, so the table does not grow with time.
-- Capsule expiry is due only where a capsule is. One that was changed in the future is due: the clock was set back.
create or replace function palimpsest.schedule_for_all(p_kind text, p_every interval) returns integer
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
      and j.status in ('DONE', 'FAILED', 'STOPPED')
      and (j.updated_at <= clock_timestamp() - p_every or j.updated_at > clock_timestamp() + interval '1 minute')
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

reset role;
revoke create on schema palimpsest from palimpsest_definer;
