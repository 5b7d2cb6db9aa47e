-- Deletes a tenant with all that it holds, the audit log included.
--
-- Every row hangs on its tenant by a chain of foreign keys that cascade, so that nothing outlives it, also not what is
-- written meanwhile: such a write comes before the deletion, or waits for it and fails. Only postings have no such key;
-- they are deleted beside it. A table that comes later needs "on delete cascade" too, and an index for its key.

-- The keys are checked anew against the rows. Forced row level security would hide some of them from the owner.
do $$
declare
  t record;
  k record;
begin
  for t in
    select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'palimpsest'::regnamespace and c.relkind = 'r'
      and c.relname not in ('schema_migration', 'embedding_space') order by c.relname
  loop
    execute format('alter table %s no force row level security', t.name);
  end loop;
  for k in
    select c.conrelid::regclass as of_table, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    where c.connamespace = 'palimpsest'::regnamespace and c.contype = 'f' and c.confdeltype = 'a'
      and c.confrelid <> 'palimpsest.embedding_space'::regclass
    order by c.conrelid::regclass::text, c.conname
  loop
    execute format('alter table %s drop constraint %I', k.of_table, k.name);
    execute format('alter table %s add constraint %I %s on delete cascade', k.of_table, k.name, k.definition);
  end loop;
  for t in
    select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'palimpsest'::regnamespace and c.relkind = 'r'
      and c.relname not in ('schema_migration', 'embedding_space') order by c.relname
  loop
    execute format('alter table %s force row level security', t.name);
  end loop;
end $$;

-- Without these, each memory that is deleted would cost a look at all rows of its tenant.
create index api_key_principal on palimpsest.api_key (tenant_id, principal_id);
create index artifact_memory on palimpsest.artifact (tenant_id, memory_id);
create index episode_link_memory on palimpsest.episode_link (tenant_id, memory_id);
create index outbox_memory on palimpsest.outbox (tenant_id, memory_id);
create index record_memory on palimpsest.record (tenant_id, memory_id) where memory_id is not null;

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

grant delete on palimpsest.memory, palimpsest.tenant to palimpsest_definer;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Only an admin who names the tenant may go on. From here to the end of the transaction nobody else adds anything to
-- the tenant: each new row needs the tenant's, or one that hangs on it.
create function palimpsest.lock_tenant_to_delete(p_confirm text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if palimpsest.role() <> 'admin' or p_confirm is distinct from palimpsest.tenant() then
    raise exception 'only an admin deletes a tenant, by its name' using errcode = '42501';
  end if;
  perform palimpsest.assert_not_suspended();
  perform 1 from palimpsest.tenant t where t.tenant_id = p_confirm for update;
end $$;

-- A large tenant takes longer than a statement may. So its memories are deleted in batches, in one transaction: the
-- next ones after an id, with all that hangs on them. Gives the last of them, or null if none is left.
create function palimpsest.delete_tenant_memories(p_confirm text, p_after text, p_limit integer) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  last_id text;
begin
  perform palimpsest.lock_tenant_to_delete(p_confirm);
  select max(next.id) into last_id from (
    select m.id from palimpsest.memory m where m.tenant_id = p_confirm and m.id > p_after order by m.id limit p_limit) next;
  perform set_config('palimpsest.deletes_tenant', 'on', true);
  delete from palimpsest.memory m where m.tenant_id = p_confirm and m.id > p_after and m.id <= last_id;
  perform set_config('palimpsest.deletes_tenant', '', true);
  return last_id;
end $$;

-- One of sixteen parts of the tenant's postings, after its memories: a rebuild of the index may have written some
-- until then.
create function palimpsest.delete_tenant_postings(p_confirm text, p_part integer) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  first_term bigint := (p_part - 8)::bigint << 60;
begin
  perform palimpsest.lock_tenant_to_delete(p_confirm);
  delete from palimpsest.memory_term p
  where p.tenant_id = p_confirm and p.term >= first_term and p.term <= first_term + ((1::bigint << 60) - 1);
end $$;

-- The tenant itself, with all that hangs on it still.
create function palimpsest.delete_tenant(p_confirm text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform palimpsest.lock_tenant_to_delete(p_confirm);
  perform set_config('palimpsest.deletes_tenant', 'on', true);
  delete from palimpsest.tenant t where t.tenant_id = p_confirm;
  perform set_config('palimpsest.deletes_tenant', '', true);
end $$;

grant execute on function palimpsest.delete_tenant_memories(text, text, integer),
  palimpsest.delete_tenant_postings(text, integer), palimpsest.delete_tenant(text) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
