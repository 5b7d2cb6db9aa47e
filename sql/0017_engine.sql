-- Statistics and upkeep of the engine.

-- Nothing is chosen by these values, and reading them is most of the work of an ANALYZE.
alter table palimpsest.memory_vector alter column embedding set statistics 0;
alter table palimpsest.memory alter column text set statistics 0;
alter table palimpsest.memory_original alter column text set statistics 0;

-- Collects statistics of tables that have none yet, or that have grown to three times their size since. Without them
-- the planner takes a tenant for a small part of a small table: any index that begins with the tenant looks as good as
-- the one with the whole key, and a plan that is kept reads all rows of the tenant for each key. A server's autovacuum
-- comes a minute later, and the embedded engine has none. Owned by the owner of the tables, who alone may analyse them.
create function palimpsest.collect_statistics() returns text[]
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  due text;
  done text[] := '{}';
begin
  for due in
    select s.relname from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'palimpsest' and s.n_mod_since_analyze >= greatest(25, 2 * c.reltuples)
    order by s.relname
  loop
    execute format('analyze (skip_locked) palimpsest.%I', due);
    done := done || due;
  end loop;
  return done;
end $$;
revoke execute on function palimpsest.collect_statistics() from public;
grant execute on function palimpsest.collect_statistics() to palimpsest_worker;
