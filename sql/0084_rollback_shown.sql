-- What a rollback would reach, whom rollbacks hide, and which memories are hidden because of that.

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Of these memories, those that are not read because a rollback of their writer goes on.
create function palimpsest.hidden_by_rollback(p_ids text[]) returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids) and m.owner_id <> palimpsest.principal()
    and m.owner_id in (select r.owner_id from palimpsest.rolling_back r where r.tenant_id = palimpsest.tenant());
end;
grant execute on function palimpsest.hidden_by_rollback(text[]) to palimpsest_app;

-- The writers whose rollback goes on or was stopped, for those who review.
create function palimpsest.hidden_writers()
  returns table (writer text, rollback_id text, job_id text, job_status text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select coalesce(p.type || ':', '') || r.owner_id, r.rollback_id, nullif(r.job_id, ''), j.status
  from palimpsest.rolling_back r
  left join palimpsest.principal p on p.tenant_id = r.tenant_id and p.principal_id = r.owner_id
  left join palimpsest.job j on j.tenant_id = r.tenant_id and j.job_id = r.job_id
  where r.tenant_id = palimpsest.tenant() and palimpsest.role() in ('reviewer', 'admin')
  order by r.begun_at, r.rollback_id, r.job_id;
end;
grant execute on function palimpsest.hidden_writers() to palimpsest_app;

-- What a rollback of a writer would reach now, in numbers.
create function palimpsest.rollback_preview(p_writer text, p_since timestamptz) returns jsonb
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with recursive own as materialized (
    select m.id, m.kind, m.visibility, m.subject_type, m.subject_id, m.session_id from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.writer = p_writer and not m.retracted
      and (p_since is null or m.recorded_at >= p_since) and palimpsest.role() in ('reviewer', 'admin')
  ), made as (
    select a.id from palimpsest.made_from_any(array(select o.id from own o)) a
    where (a.writer <> p_writer or p_since is not null) and not a.id in (select o.id from own o)
    union
    select a.id from made cross join lateral palimpsest.made_from_any(array[made.id]) a
    where (a.writer <> p_writer or p_since is not null) and not a.id in (select o.id from own o)
  )
  select jsonb_build_object(
    'kinds', (select coalesce(jsonb_object_agg(k.kind, k.n), '{}')
              from (select o.kind, count(*) as n from own o group by o.kind) k),
    'private_count', (select count(*) from own o where o.visibility = 'private'),
    'subject_count', (select count(distinct (o.subject_type, o.subject_id)) from own o where o.subject_id is not null),
    'session_count', (select count(distinct o.session_id) from own o),
    'quarantined', (select count(*) from made),
    'rejected', (select count(*) from palimpsest.pending_of(p_writer, p_since, 2147483647)),
    'undone', (select count(*) from palimpsest.edits_in_force_of(p_writer, p_since, 2147483647)),
    'signals', (select count(*) from palimpsest.signal_entry e
                where e.tenant_id = palimpsest.tenant() and e.writer = p_writer and e.rollback_id is null
                  and (p_since is null or e.at >= p_since) and palimpsest.role() in ('reviewer', 'admin')));
end;
grant execute on function palimpsest.rollback_preview(text, timestamptz) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
