-- What use has shown of memories, such as how often a fact was confirmed, moves with them in an admin's export.

create policy definer_in_tenant on palimpsest.memory_signal to palimpsest_definer using (tenant_id = palimpsest.tenant());
grant select, insert on palimpsest.memory_signal to palimpsest_definer;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

create function palimpsest.export_signals(p_after text, p_until timestamptz, p_limit integer)
  returns table (place text, record json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic
    select s.memory_id, json_build_object('type', 'signal', 'memory_id', s.memory_id, 'confidence', s.confidence,
      'utility', s.utility, 'confirmations', s.confirmations, 'activations', s.activations,
      'last_used_at', s.last_used_at, 'last_confirmed', s.last_confirmed)
    from palimpsest.memory_signal s
    join palimpsest.memory m on m.tenant_id = s.tenant_id and m.id = s.memory_id and m.recorded_at <= p_until
    where palimpsest.role() = 'admin' and s.tenant_id = palimpsest.tenant() and s.memory_id > p_after
    order by s.memory_id limit p_limit;
  end;
grant execute on function palimpsest.export_signals(text, timestamptz, integer) to palimpsest_app;

-- For admins alone. What a memory here has of its own stays.
create function palimpsest.import_signals(p_rows json) returns table (n integer, outcome text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := palimpsest.tenant();
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  return query
  with given as materialized (
    select g.*, not exists (
      select 1 from palimpsest.memory m where m.tenant_id = here and m.id = g.memory_id) as missing
    from json_to_recordset(p_rows) as g (n integer, memory_id text, confidence real, utility real, confirmations integer,
      activations integer, last_used_at timestamptz, last_confirmed timestamptz)
  ), made as (
    insert into palimpsest.memory_signal (tenant_id, memory_id, confidence, utility, confirmations, activations,
      last_used_at, last_confirmed)
    select here, g.memory_id, g.confidence, g.utility, g.confirmations, g.activations, g.last_used_at, g.last_confirmed
    from given g where not g.missing
    on conflict do nothing returning memory_id
  )
  select g.n, case when g.missing then 'missing' when made.memory_id is not null then 'imported' else 'known' end
  from given g left join made on made.memory_id = g.memory_id;
end $$;
grant execute on function palimpsest.import_signals(json) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
