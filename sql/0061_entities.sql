-- Entities: whom and what documents name. There is no row for an entity by itself: it is what mentions of one name and type
-- have in common, so it is known as long as a memory that mentions it may be read, and to whom that may.
create table palimpsest.entity_mention (
  tenant_id    text not null references palimpsest.tenant on delete cascade,
  mention_id   text not null,
  -- The memory in which it stands, and the passage that overlaps with it there and has the same words.
  memory_id    text not null,
  also_in      text,
  -- The revision of the document that the memory is a passage of, or the memory itself.
  source_id    text not null generated always as (split_part(memory_id, '::', 1)) stored,
  -- A keyed digest of the type and the folded name.
  entity_id    text not null,
  type         text not null check (type in ('person', 'org', 'project', 'object', 'place', 'other')),
  name_key     text not null,
  -- What it is called there, and that folded: the name if it is the same as name_key, else an alias.
  surface_form text not null,
  form_key     text not null,
  -- In UTF-16 units of the document. Null: the document's metadata names it, and no words of the text.
  start_char   integer,
  end_char     integer,
  primary key (tenant_id, mention_id),
  foreign key (tenant_id, memory_id) references palimpsest.memory on delete cascade,
  foreign key (tenant_id, also_in) references palimpsest.memory on delete cascade
);
create index entity_mention_memory on palimpsest.entity_mention (tenant_id, memory_id);
create index entity_mention_also_in on palimpsest.entity_mention (tenant_id, also_in) where also_in is not null;
create index entity_mention_entity on palimpsest.entity_mention (tenant_id, entity_id);
create index entity_mention_source on palimpsest.entity_mention (tenant_id, source_id, form_key);
alter table palimpsest.entity_mention enable row level security, force row level security;
create policy of_visible_memory on palimpsest.entity_mention for select to palimpsest_app
  using (tenant_id = palimpsest.tenant()
    and exists (select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id)
    and (also_in is null
      or exists (select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = also_in)));
create policy definer_in_tenant on palimpsest.entity_mention to palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select on palimpsest.entity_mention to palimpsest_app;
grant select, insert, delete on palimpsest.entity_mention to palimpsest_definer;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Gives passages of a revision of the caller's the mentions that an extraction found in them, instead of those they had.
-- Mentions that stand partly in other passages of it stay.
create function palimpsest.replace_mentions(p_artifact text, p_passages text[], p_rows json) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  here constant text := palimpsest.tenant();
  passages text[];
begin
  perform palimpsest.assert_not_suspended();
  select array(select unnest(a.chunk_ids) intersect select unnest(p_passages)) into passages
  from palimpsest.artifact a
  where a.tenant_id = here and a.artifact_id = p_artifact and a.owner_id = palimpsest.principal();
  delete from palimpsest.entity_mention e
  where e.tenant_id = here and e.memory_id = any (passages) and (e.also_in is null or e.also_in = any (passages));
  insert into palimpsest.entity_mention (tenant_id, mention_id, memory_id, also_in, entity_id, type, name_key,
    surface_form, form_key, start_char, end_char)
  select here, g.mention_id, g.memory_id, g.also_in, g.entity_id, g.type, g.name_key, g.surface_form, g.form_key,
    g.start_char, g.end_char
  from json_to_recordset(p_rows) as g (mention_id text, memory_id text, also_in text, entity_id text, type text,
    name_key text, surface_form text, form_key text, start_char integer, end_char integer)
  where g.memory_id = any (passages) and (g.also_in is null or g.also_in = any (passages));
end $$;
grant execute on function palimpsest.replace_mentions(text, text[], json) to palimpsest_app;

create function palimpsest.export_mentions(p_after text, p_until timestamptz, p_limit integer)
  returns table (place text, record json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic
    select e.mention_id, json_build_object('type', 'mention', 'mention_id', e.mention_id, 'memory_id', e.memory_id,
      'also_in', e.also_in, 'entity_type', e.type, 'name_key', e.name_key, 'surface_form', e.surface_form,
      'start_char', e.start_char, 'end_char', e.end_char)
    from palimpsest.entity_mention e
    join palimpsest.memory m on m.tenant_id = e.tenant_id and m.id = e.memory_id and m.recorded_at <= p_until
    where palimpsest.role() = 'admin' and e.tenant_id = palimpsest.tenant() and e.mention_id > p_after
    order by e.mention_id limit p_limit;
  end;
grant execute on function palimpsest.export_mentions(text, timestamptz, integer) to palimpsest_app;

-- For admins alone. What is here already stays as it is.
create function palimpsest.import_mentions(p_rows json) returns table (n integer, outcome text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  here constant text := palimpsest.tenant();
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  return query
  with given as materialized (
    select g.*, not (exists (
        select 1 from palimpsest.memory m where m.tenant_id = here and m.id = g.memory_id and m.kind = 'chunk')
      and (g.also_in is null or exists (
        select 1 from palimpsest.memory m where m.tenant_id = here and m.id = g.also_in and m.kind = 'chunk'))) as missing
    from json_to_recordset(p_rows) as g (n integer, mention_id text, memory_id text, also_in text, entity_id text,
      entity_type text, name_key text, surface_form text, form_key text, start_char integer, end_char integer)
  ), made as (
    insert into palimpsest.entity_mention (tenant_id, mention_id, memory_id, also_in, entity_id, type, name_key,
      surface_form, form_key, start_char, end_char)
    select here, g.mention_id, g.memory_id, g.also_in, g.entity_id, g.entity_type, g.name_key, g.surface_form,
      g.form_key, g.start_char, g.end_char
    from given g where not g.missing
    on conflict do nothing returning mention_id
  )
  select g.n, case when g.missing then 'missing' when made.mention_id is not null then 'imported'
    when e.memory_id = g.memory_id and e.entity_id = g.entity_id and e.surface_form = g.surface_form then 'known'
    else 'other' end
  from given g left join made on made.mention_id = g.mention_id
  left join palimpsest.entity_mention e on e.tenant_id = here and e.mention_id = g.mention_id;
end $$;
grant execute on function palimpsest.import_mentions(json) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
