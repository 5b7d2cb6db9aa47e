-- What use has shown of censors and procedures, and the links of episodes, move with them in an admin's export.

create policy definer_in_tenant on palimpsest.episode_link to palimpsest_definer using (tenant_id = palimpsest.tenant());
grant select, insert on palimpsest.episode_link to palimpsest_definer;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Redefined with all columns.
create or replace function palimpsest.export_signals(p_after text, p_until timestamptz, p_limit integer)
  returns table (place text, record json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic
    select s.memory_id, json_build_object('type', 'signal', 'memory_id', s.memory_id, 'confidence', s.confidence,
      'utility', s.utility, 'confirmations', s.confirmations, 'activations', s.activations,
      'last_used_at', s.last_used_at, 'last_confirmed', s.last_confirmed, 'false_positives', s.false_positives,
      'last_false_positive', s.last_false_positive, 'escalated_to', s.escalated_to, 'escalated_at', s.escalated_at,
      'settled_at_activations', s.settled_at_activations, 'successes', s.successes, 'failures', s.failures,
      'neutrals', s.neutrals)
    from palimpsest.memory_signal s
    join palimpsest.memory m on m.tenant_id = s.tenant_id and m.id = s.memory_id and m.recorded_at <= p_until
    where palimpsest.role() = 'admin' and s.tenant_id = palimpsest.tenant() and s.memory_id > p_after
    order by s.memory_id limit p_limit;
  end;

-- Redefined with all columns. What a memory here has of its own stays.
create or replace function palimpsest.import_signals(p_rows json) returns table (n integer, outcome text)
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
      activations integer, last_used_at timestamptz, last_confirmed timestamptz, false_positives integer,
      last_false_positive timestamptz, escalated_to text, escalated_at timestamptz, settled_at_activations integer,
      successes integer, failures integer, neutrals integer)
  ), made as (
    insert into palimpsest.memory_signal (tenant_id, memory_id, confidence, utility, confirmations, activations,
      last_used_at, last_confirmed, false_positives, last_false_positive, escalated_to, escalated_at,
      settled_at_activations, successes, failures, neutrals)
    select here, g.memory_id, g.confidence, g.utility, g.confirmations, g.activations, g.last_used_at, g.last_confirmed,
      g.false_positives, g.last_false_positive, g.escalated_to, g.escalated_at, g.settled_at_activations, g.successes,
      g.failures, g.neutrals
    from given g where not g.missing
    on conflict do nothing returning memory_id
  )
  select g.n, case when g.missing then 'missing' when made.memory_id is not null then 'imported' else 'known' end
  from given g left join made on made.memory_id = g.memory_id;
end $$;

create function palimpsest.export_episode_links(p_episode text, p_memory text, p_until timestamptz, p_limit integer)
  returns table (place text[], record json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic
    select array[l.episode_id, l.memory_id], json_build_object('type', 'episode_link', 'episode_id', l.episode_id,
      'memory_id', l.memory_id, 'kind', l.kind, 'effectiveness', l.effectiveness, 'linked_by', l.linked_by,
      'linked_at', l.linked_at)
    from palimpsest.episode_link l
    where palimpsest.role() = 'admin' and l.tenant_id = palimpsest.tenant() and l.linked_at <= p_until
      and (l.episode_id, l.memory_id) > (p_episode, p_memory)
    order by l.episode_id, l.memory_id limit p_limit;
  end;
grant execute on function palimpsest.export_episode_links(text, text, timestamptz, integer) to palimpsest_app;

-- For admins alone. A link that is here already stays as it is.
create function palimpsest.import_episode_links(p_rows json) returns table (n integer, outcome text)
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
        select 1 from palimpsest.memory m where m.tenant_id = here and m.id = g.episode_id and m.kind = 'episode')
      or not exists (
        select 1 from palimpsest.memory m where m.tenant_id = here and m.id = g.memory_id and m.kind = g.kind) as missing
    from json_to_recordset(p_rows) as g (n integer, episode_id text, memory_id text, kind text, effectiveness text,
      linked_by text, linked_at timestamptz)
  ), made as (
    insert into palimpsest.episode_link (tenant_id, episode_id, memory_id, kind, effectiveness, linked_by, linked_at)
    select here, g.episode_id, g.memory_id, g.kind, g.effectiveness, g.linked_by, g.linked_at
    from given g where not g.missing
    on conflict do nothing returning episode_id, memory_id
  )
  select g.n, case when g.missing then 'missing' when made.memory_id is not null then 'imported'
    when l.effectiveness is not distinct from g.effectiveness then 'known' else 'other' end
  from given g left join made on made.episode_id = g.episode_id and made.memory_id = g.memory_id
  left join palimpsest.episode_link l
    on l.tenant_id = here and l.episode_id = g.episode_id and l.memory_id = g.memory_id;
end $$;
grant execute on function palimpsest.import_episode_links(json) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
