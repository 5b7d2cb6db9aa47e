-- The state of the claims is the tenant's, and an active context is readable by its maker alone.

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- When the last claim of the tenant was recorded, and when the last activation that can still be read was made. Nothing
-- else of them is told.
create function palimpsest.claims_standing() returns table (newest timestamptz, activated timestamptz)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select
    (select max(m.recorded_at) from palimpsest.memory m
     where m.tenant_id = palimpsest.tenant() and m.kind = 'fact' and m.status = 'active' and not m.retracted
       and (m.expires_at is null or m.expires_at > clock_timestamp())),
    (select max(c.created_at) from palimpsest.active_context c
     where c.tenant_id = palimpsest.tenant() and c.expires_at > clock_timestamp());
end;
grant execute on function palimpsest.claims_standing() to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
