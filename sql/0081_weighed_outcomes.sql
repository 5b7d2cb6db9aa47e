-- How often each agent has said how it went with a procedure that is not its own. More than ten times of one agent weigh as
-- ten, in the proportion of its successes to its failures: what is over that is the surplus. The counters keep all.
alter table palimpsest.memory_signal
  add column outcomes_by jsonb not null default '{}',
  add column surplus_successes float8 not null default 0,
  add column surplus_failures float8 not null default 0;
grant update (outcomes_by, surplus_successes, surplus_failures) on palimpsest.memory_signal to palimpsest_definer;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Of an entry that comes, that a rollback takes out, or that comes back. What its owner says of a procedure weighs in full.
create function palimpsest.weigh_outcome() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  most constant float8 := 10;
  step constant integer := case when new.rollback_id is null then 1 else -1 end;
  said jsonb;
  was float8[];
  now float8[];
  over float8[];
begin
  if exists (select 1 from palimpsest.memory m where m.tenant_id = new.tenant_id and m.id = new.memory_id
             and m.owner_id = substr(new.writer, strpos(new.writer, ':') + 1)) then
    return null;
  end if;
  select coalesce(s.outcomes_by->new.writer, '[0, 0]') into said from palimpsest.memory_signal s
  where s.tenant_id = new.tenant_id and s.memory_id = new.memory_id for update;
  if not found then return null; end if;
  was := array[(said->>0)::float8, (said->>1)::float8];
  now := array[greatest(0, was[1] + case new.what when 'success' then step else 0 end),
               greatest(0, was[2] + case new.what when 'failure' then step else 0 end)];
  -- The part of each of the two that is over: none of ten, a half of twenty.
  over := array[1 - least(1, most / greatest(1, was[1] + was[2])), 1 - least(1, most / greatest(1, now[1] + now[2]))];
  update palimpsest.memory_signal s
  set outcomes_by = s.outcomes_by || jsonb_build_object(new.writer, jsonb_build_array(now[1], now[2])),
    surplus_successes = greatest(0, s.surplus_successes + now[1] * over[2] - was[1] * over[1]),
    surplus_failures = greatest(0, s.surplus_failures + now[2] * over[2] - was[2] * over[1])
  where s.tenant_id = new.tenant_id and s.memory_id = new.memory_id;
  return null;
end $$;

reset role;
revoke create on schema palimpsest from palimpsest_definer;

create trigger weigh_outcome after insert on palimpsest.signal_entry
  for each row when (new.what in ('success', 'failure') and new.writer not like 'human:%' and new.rollback_id is null)
  execute function palimpsest.weigh_outcome();
create trigger weigh_outcome_again after update of rollback_id on palimpsest.signal_entry
  for each row when (new.what in ('success', 'failure') and new.writer not like 'human:%'
    and (new.rollback_id is null) <> (old.rollback_id is null))
  execute function palimpsest.weigh_outcome();
