-- Facts: how often each was confirmed, and what follows from links between memories that not everybody may see.

alter table palimpsest.memory_signal add column last_confirmed timestamptz;
-- Confirming changes nothing else, so whoever is suspended is refused here.
create trigger refuse_suspended before insert or update on palimpsest.memory_signal
  for each statement execute function palimpsest.refuse_suspended();

-- How many facts in force an owner has of each category. A count over the memories would read all of them, because
-- policies keep comparisons of attributes from being looked up in an index.
create table palimpsest.fact_count (
  tenant_id text not null references palimpsest.tenant,
  owner_id  text not null,
  category  text not null,
  facts     bigint not null,
  primary key (tenant_id, owner_id, category)
);
alter table palimpsest.fact_count enable row level security, force row level security;
create policy definer_in_tenant on palimpsest.fact_count to palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select, insert, update on palimpsest.fact_count to palimpsest_definer;

grant insert on palimpsest.memory_link, palimpsest.memory_state to palimpsest_definer;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Keeps the counts, whoever changes a fact. The row of a count is locked until the transaction ends, so each of several
-- writers at once sees a count of its own.
create function palimpsest.count_fact() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  was text := case when tg_op = 'UPDATE' and old.status = 'active' and not old.retracted
                   then old.attributes->>'category' end;
  is_now text := case when new.status = 'active' and not new.retracted then new.attributes->>'category' end;
begin
  if was is not distinct from is_now then
    return null;
  end if;
  if was is not null then
    update palimpsest.fact_count c set facts = c.facts - 1
    where c.tenant_id = new.tenant_id and c.owner_id = new.owner_id and c.category = was;
  end if;
  if is_now is not null then
    insert into palimpsest.fact_count as c (tenant_id, owner_id, category, facts)
    values (new.tenant_id, new.owner_id, is_now, 1)
    on conflict (tenant_id, owner_id, category) do update set facts = c.facts + 1;
  end if;
  return null;
end $$;

-- How many facts of this category the caller has in force.
create function palimpsest.count_facts(p_category text) returns bigint
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select coalesce(max(c.facts), 0) from palimpsest.fact_count c
  where c.tenant_id = palimpsest.tenant() and c.owner_id = palimpsest.principal() and c.category = p_category;
end;
grant execute on function palimpsest.count_facts(text) to palimpsest_app;

-- Links one fact to another, both of which the caller can see; true if they were not linked before. A policy lets callers
-- link only memories of their own. A fact that was known already may be somebody else's, and replaces another all the same.
create function palimpsest.link_facts(p_from text, p_to text, p_type text) returns boolean
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with linked as (
    insert into palimpsest.memory_link (tenant_id, from_id, to_id, type)
    select palimpsest.tenant(), f.id, t.id, p_type
    from palimpsest.memory f join palimpsest.memory t on t.tenant_id = f.tenant_id and t.id = p_to
    where f.tenant_id = palimpsest.tenant() and f.id = p_from and p_type in ('supersedes', 'contradicts')
      and f.id <> t.id and f.kind = 'fact' and t.kind = 'fact' and not f.retracted and not t.retracted
      and palimpsest.visible(f.visibility, f.owner_id, f.audience)
      and palimpsest.visible(t.visibility, t.owner_id, t.audience)
    on conflict do nothing
    returning 1)
  select exists (select 1 from linked);
end;
grant execute on function palimpsest.link_facts(text, text, text) to palimpsest_app;

-- Gives all memories that these supersede, directly or through others, the state that follows from their links, and logs
-- it: superseded while any memory that supersedes one, directly or through others, is not retracted. One that was taken
-- out of force for itself stays so. Whoever may undo a memory does this without seeing it.
create function palimpsest.settle_superseded(p_ids text[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  with recursive given as (
    select m.id from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
      and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
  ), older as (
    select l.to_id as id from palimpsest.memory_link l join given on l.from_id = given.id
    where l.tenant_id = palimpsest.tenant() and l.type = 'supersedes'
    union
    select l.to_id from palimpsest.memory_link l join older on l.from_id = older.id
    where l.tenant_id = palimpsest.tenant() and l.type = 'supersedes'
  ), newer as (
    select older.id as old, l.from_id as id from palimpsest.memory_link l join older on l.to_id = older.id
    where l.tenant_id = palimpsest.tenant() and l.type = 'supersedes'
    union
    select newer.old, l.from_id from palimpsest.memory_link l join newer on l.to_id = newer.id
    where l.tenant_id = palimpsest.tenant() and l.type = 'supersedes'
  ), wanted as (
    select m.id, m.status as was, case when exists (
        select 1 from newer join palimpsest.memory n on n.tenant_id = palimpsest.tenant() and n.id = newer.id
        where newer.old = m.id and not n.retracted) then 'superseded' else 'active' end as status
    from older join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = older.id
    where m.status in ('active', 'superseded')
  ), changed as (
    update palimpsest.memory m set status = w.status from wanted w
    where m.tenant_id = palimpsest.tenant() and m.id = w.id and w.status <> w.was
    returning m.id, m.status
  )
  insert into palimpsest.memory_state (tenant_id, memory_id, status, actor_id)
  select palimpsest.tenant(), c.id, c.status, palimpsest.principal() from changed c order by c.id;
end $$;
grant execute on function palimpsest.settle_superseded(text[]) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;

create trigger count_fact after insert or update of status, retracted, attributes on palimpsest.memory
  for each row when (new.kind = 'fact') execute function palimpsest.count_fact();
