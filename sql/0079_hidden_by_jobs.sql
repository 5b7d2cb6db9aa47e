-- A rollback has a job for each call that left something to do. The writer is hidden until each of them has ended.

alter table palimpsest.rolling_back add column job_id text not null default '', add column since timestamptz;
alter table palimpsest.rolling_back drop constraint rolling_back_pkey;
alter table palimpsest.rolling_back add primary key (tenant_id, rollback_id, job_id);

drop function palimpsest.hide_writer(text, text);

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Hides what a writer wrote until this job of its rollback ends.
create function palimpsest.hide_writer(p_rollback text, p_job text, p_writer text, p_since timestamptz) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into palimpsest.rolling_back (tenant_id, rollback_id, job_id, owner_id, since)
  select palimpsest.tenant(), p_rollback, p_job, substr(p_writer, strpos(p_writer, ':') + 1), p_since
  where palimpsest.role() in ('reviewer', 'admin')
  on conflict do nothing;
end;
grant execute on function palimpsest.hide_writer(text, text, text, timestamptz) to palimpsest_app;

-- This job has ended. What jobs that failed or were stopped had left is taken back too, as far as this one reached.
create function palimpsest.rollback_ended(p_rollback text, p_job text, p_writer text, p_since timestamptz) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  delete from palimpsest.rolling_back r
  where r.tenant_id = palimpsest.tenant() and r.owner_id = substr(p_writer, strpos(p_writer, ':') + 1)
    and palimpsest.role() in ('reviewer', 'admin')
    and ((r.rollback_id = p_rollback and r.job_id = p_job)
         or ((p_since is null or r.since >= p_since)
             and not exists (select 1 from palimpsest.job j where j.tenant_id = r.tenant_id and j.job_id = r.job_id
                               and j.status in ('PENDING', 'PROCESSING'))));
end;
grant execute on function palimpsest.rollback_ended(text, text, text, timestamptz) to palimpsest_app;

-- Whether a job of this rollback waits or runs, whoever asked for it, and whether its writer is hidden.
create function palimpsest.rollback_state(p_rollback text, out runs boolean, out hides boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select exists (select 1 from palimpsest.job j where j.tenant_id = palimpsest.tenant() and j.kind = 'writer_rollback'
                   and j.payload->>'rollbackId' = p_rollback and j.status in ('PENDING', 'PROCESSING')
                   and palimpsest.role() in ('reviewer', 'admin')),
         exists (select 1 from palimpsest.rolling_back r
                 where r.tenant_id = palimpsest.tenant() and r.rollback_id = p_rollback
                   and palimpsest.role() in ('reviewer', 'admin'));
end;
grant execute on function palimpsest.rollback_state(text) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
