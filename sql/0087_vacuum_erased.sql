-- An erasure vacuums the tables from which it has deleted rows, and a login that runs jobs is no owner of them. Since
-- version 17 that is a privilege of its own; before it, only the owner and autovacuum can.
do $$
begin
  if current_setting('server_version_num')::integer >= 170000 then
    execute 'grant maintain on all tables in schema palimpsest to palimpsest_worker';
    execute 'alter default privileges in schema palimpsest grant maintain on tables to palimpsest_worker';
  end if;
end $$;
