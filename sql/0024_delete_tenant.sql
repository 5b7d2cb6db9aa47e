-- Deletes a tenant with all that it holds, the audit log included.
--
-- Every row hangs on its tenant by a chain of foreign keys, so that deleting the tenant's row deletes all of them, and a
-- write that is under way either comes before or fails. Only postings have no such key; they are deleted beside it.

do $$
declare
  k record;
begin
  for k in
    select c.conrelid::regclass as of_table, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    where c.connamespace = 'palimpsest'::regnamespace and c.contype = 'f' and c.confdeltype = 'a'
      and c.confrelid <> 'palimpsest.embedding_space'::regclass
  loop
    execute format('alter table %s drop constraint %I', k.of_table, k.name);
    execute format('alter table %s add constraint %I %s on delete cascade', k.of_table, k.name, k.definition);
  end loop;
end $$;

-- Append-only tables refuse every change, also by their owner, but for the deletion of their whole tenant: then the
-- delete comes from a foreign key. The setting alone allows nothing, for no role may delete from these tables itself.
create or replace function palimpsest.refuse_change() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 and current_setting('palimpsest.deletes_tenant', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'PA001';
end $$;

grant delete on palimpsest.tenant to palimpsest_definer;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- The transaction's own tenant, for an admin who names it.
create function palimpsest.delete_tenant(p_confirm text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if palimpsest.role() <> 'admin' or p_confirm is distinct from palimpsest.tenant() then
    raise exception 'only an admin deletes a tenant, by its name' using errcode = '42501';
  end if;
  perform palimpsest.assert_not_suspended();
  perform set_config('palimpsest.deletes_tenant', 'on', true);
  -- From now on nobody else writes: each write needs the tenant's row.
  perform 1 from palimpsest.tenant t where t.tenant_id = p_confirm for update;
  delete from palimpsest.memory_term p where p.tenant_id = p_confirm;
  delete from palimpsest.tenant t where t.tenant_id = p_confirm;
  perform set_config('palimpsest.deletes_tenant', '', true);
end $$;
grant execute on function palimpsest.delete_tenant(text) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
