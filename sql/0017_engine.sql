-- Statistics and upkeep of the engine.

-- Nothing is chosen by these values, and reading them is most of the work of an ANALYZE.
alter table palimpsest.memory_vector alter column embedding set statistics 0;
alter table palimpsest.memory alter column text set statistics 0;
alter table palimpsest.memory_original alter column text set statistics 0;

-- Collects the statistics of one table, the first after p_after that has none yet or has grown to three times its size
-- since, and gives its name; null if there is none. One at a time, because on the embedded engine all others wait.
-- Without statistics the planner takes a tenant for a small part of a small table: any index that begins with the tenant
-- looks as good as the one with the whole key, and a plan that is kept reads all rows of the tenant for each key. A
-- server's autovacuum comes a minute later, and the embedded engine has none. The counters of changes are lost when a
-- server is killed, so a table of some size that was never analysed is due whatever they say. Owned by the owner of the
-- tables, who alone may analyse them.
create function palimpsest.collect_statistics(p_after text) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  due text;
begin
  select s.relname into due
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.schemaname = 'palimpsest' and s.relname > p_after
    and (s.n_mod_since_analyze >= greatest(25, 2 * c.reltuples)
         or (c.reltuples < 0 and pg_relation_size(c.oid) > 65536))
  order by s.relname limit 1;
  if due is not null then
    execute format('analyze (skip_locked) palimpsest.%I', due);
  end if;
  return due;
end $$;
revoke execute on function palimpsest.collect_statistics(text) from public;
grant execute on function palimpsest.collect_statistics(text) to palimpsest_worker;
