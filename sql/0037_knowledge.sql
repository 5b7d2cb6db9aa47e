-- Facts and interactions by what their writers call them and by whom they are for.

-- Attributes by which memories are looked up. An index of memory.attributes could not be used: to take a value out of an
-- object is not a leakproof operation, so policies keep it from being asked before theirs.
create table palimpsest.memory_attribute (
  tenant_id   text not null,
  memory_id   text not null,
  kind        text not null,
  name        text not null,
  value       text not null,
  occurred_at timestamptz not null,
  primary key (tenant_id, memory_id, name),
  foreign key (tenant_id, memory_id) references palimpsest.memory on delete cascade
);
create index memory_attribute_value
  on palimpsest.memory_attribute (tenant_id, kind, name, value, occurred_at desc, memory_id desc);
alter table palimpsest.memory_attribute enable row level security, force row level security;
create policy definer_in_tenant on palimpsest.memory_attribute to palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select, insert, delete on palimpsest.memory_attribute to palimpsest_definer;

alter table palimpsest.memory_signal add column updated_at timestamptz;
grant update (tags) on palimpsest.memory to palimpsest_definer;

-- When a memory was recorded, edited or stored again last.
create function palimpsest.updated_at(p_memory text, p_recorded timestamptz) returns timestamptz
  language sql stable
  return greatest(p_recorded,
    (select max(e.at) from palimpsest.memory_edit_event e
     where e.tenant_id = palimpsest.tenant() and e.memory_id = p_memory and e.status = 'approved'),
    (select s.updated_at from palimpsest.memory_signal s
     where s.tenant_id = palimpsest.tenant() and s.memory_id = p_memory));

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

create function palimpsest.write_attributes() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    delete from palimpsest.memory_attribute a where a.tenant_id = new.tenant_id and a.memory_id = new.id;
  end if;
  insert into palimpsest.memory_attribute (tenant_id, memory_id, kind, name, value, occurred_at)
  select new.tenant_id, new.id, new.kind, w.name, new.attributes->>w.name, new.occurred_at
  from unnest(array['external_id', 'user_id']) w(name) where new.attributes->>w.name is not null;
  return null;
end $$;

-- Memories of a kind with this value of an attribute that the caller can see and that are not retracted, newest first,
-- after a place.
create function palimpsest.memories_with(p_kind text, p_name text, p_value text, p_before timestamptz, p_before_id text,
                                         p_limit integer)
  returns table (id text, occurred_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select a.memory_id, a.occurred_at from palimpsest.memory_attribute a
  where a.tenant_id = palimpsest.tenant() and a.kind = p_kind and a.name = p_name and a.value = p_value
    and (p_before is null or (a.occurred_at, a.memory_id) < (p_before, p_before_id))
    and exists (
      select 1 from palimpsest.memory m
      where m.tenant_id = palimpsest.tenant() and m.id = a.memory_id and not m.retracted
        and palimpsest.visible(m.visibility, m.owner_id, m.audience) offset 0)
  order by a.occurred_at desc, a.memory_id desc limit p_limit;
end;
grant execute on function palimpsest.memories_with(text, text, text, timestamptz, text, integer) to palimpsest_app;

-- Gives a fact other tags, and one that expires another end. What a fact says is changed by edits alone.
create function palimpsest.update_fact(p_id text, p_tags text[], p_expires timestamptz) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  update palimpsest.memory m
  set tags = p_tags, expires_at = case when m.expires_at is null then null else coalesce(p_expires, m.expires_at) end
  where m.tenant_id = palimpsest.tenant() and m.id = p_id and m.kind = 'fact'
    and palimpsest.visible(m.visibility, m.owner_id, m.audience);
end;
grant execute on function palimpsest.update_fact(text, text[], timestamptz) to palimpsest_app;

-- The vector of a skill is made of its trigger, which stands among its attributes.
drop function palimpsest.missing_vectors(integer, text, integer);
create function palimpsest.missing_vectors(p_space integer, p_after text, p_limit integer)
  returns table (id text, kind text, speaker text, text text, attributes jsonb, content_hash text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id, m.kind, m.speaker, m.text, m.attributes, m.content_hash
  from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id > p_after and not m.retracted
    and not exists (select 1 from palimpsest.memory_vector v
                    where v.tenant_id = m.tenant_id and v.space_id = p_space and v.memory_id = m.id)
  order by m.id limit p_limit;
end;
grant execute on function palimpsest.missing_vectors(integer, text, integer) to palimpsest_worker;

reset role;
revoke create on schema palimpsest from palimpsest_definer;

create trigger write_attributes after insert on palimpsest.memory
  for each row when (new.attributes ?| array['external_id', 'user_id']) execute function palimpsest.write_attributes();
create trigger rewrite_attributes after update of attributes on palimpsest.memory
  for each row when (new.attributes is distinct from old.attributes
    and (new.attributes ?| array['external_id', 'user_id'] or old.attributes ?| array['external_id', 'user_id']))
  execute function palimpsest.write_attributes();
