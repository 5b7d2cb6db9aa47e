-- What an export holds was written before it began, by the database's clock. Where that clock was set back, or a
-- document bears a later time, some of what is there is later than now; an export holds it all the same.

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

create function palimpsest.export_until() returns timestamptz
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select greatest(clock_timestamp(), max(t.latest)) from (
    select max(m.recorded_at) as latest from palimpsest.memory m where m.tenant_id = palimpsest.tenant()
    union all select max(r.ts) from palimpsest.record r where r.tenant_id = palimpsest.tenant()
    union all select max(a.ts) from palimpsest.artifact a where a.tenant_id = palimpsest.tenant()
    union all select max(l.created_at) from palimpsest.memory_link l where l.tenant_id = palimpsest.tenant()
    union all select max(e.added_at) from palimpsest.claim_evidence e where e.tenant_id = palimpsest.tenant()
    union all select max(l.linked_at) from palimpsest.episode_link l where l.tenant_id = palimpsest.tenant()
    union all select max(g.at) from palimpsest.signal_entry g where g.tenant_id = palimpsest.tenant()
    union all select max(r.created_at) from palimpsest.receipt r where r.tenant_id = palimpsest.tenant()
    union all select max(p.created_at) from palimpsest.plan p where p.tenant_id = palimpsest.tenant()
    union all select max(s.created_at) from palimpsest.session s where s.tenant_id = palimpsest.tenant()
    union all select max(c.created_at) from palimpsest.task_context c where c.tenant_id = palimpsest.tenant()
  ) t;
end;
grant execute on function palimpsest.export_until() to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
