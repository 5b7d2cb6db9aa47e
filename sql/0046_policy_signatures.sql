-- Who approved a policy, and whose key signed it. Both travel with an export.
alter table palimpsest.policy add column approver text, add column signed_by text;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- As before, with the two columns.
drop function palimpsest.import_policy(text, text, jsonb, text, timestamptz, text);
create function palimpsest.import_policy(
  p_version text, p_source text, p_document jsonb, p_after text, p_applied_at timestamptz, p_applied_by text,
  p_approver text, p_signed_by text)
  returns table (outcome text, seq bigint)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := palimpsest.tenant();
  held record;
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  select p.source, p.seq into held from palimpsest.policy p where p.tenant_id = here and p.version = p_version;
  if found then
    return query select case when held.source = p_source then 'known' else 'other' end, null::bigint;
  elsif p_after is distinct from (
    select p.version from palimpsest.policy p where p.tenant_id = here order by p.seq desc limit 1) then
    return query select 'other', null::bigint;
  else
    return query
    with made as (
      insert into palimpsest.policy (tenant_id, version, source, document, applied_at, applied_by, approver, signed_by)
      values (here, p_version, p_source, p_document, p_applied_at, p_applied_by, p_approver, p_signed_by)
      returning policy.seq)
    select 'imported', made.seq from made;
  end if;
end $$;
grant execute on function palimpsest.import_policy(text, text, jsonb, text, timestamptz, text, text, text) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
