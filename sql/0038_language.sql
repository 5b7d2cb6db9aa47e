-- Words were stemmed as English whatever a tenant writes in. The language is a setting of the tenant now: the name of a
-- text search configuration that Postgres ships.

alter table palimpsest.tenant add column language text not null default 'english';
grant update (language) on palimpsest.tenant to palimpsest_definer;

-- English where this server does not ship the language.
create function palimpsest.stemmer_of(p_language text) returns regconfig
  language sql stable parallel safe
  return coalesce(
    (select c.oid::regconfig from pg_catalog.pg_ts_config c
     where c.cfgname = p_language and c.cfgnamespace = 'pg_catalog'::regnamespace),
    'pg_catalog.english'::regconfig);

-- Of the transaction's tenant. In PL/pgSQL, which keeps its plan: every search and every write asks.
create function palimpsest.stemmer() returns regconfig
  language plpgsql stable parallel safe as $$
begin
  return coalesce(
    (select c.oid::regconfig from palimpsest.tenant t
     join pg_catalog.pg_ts_config c on c.cfgname = t.language and c.cfgnamespace = 'pg_catalog'::regnamespace
     where t.tenant_id = palimpsest.tenant()),
    'pg_catalog.english'::regconfig);
end $$;

-- As before, in the language of the transaction's tenant, which is looked up once for all words of a statement.
create or replace function palimpsest.lexemes(p_search text) returns table (term bigint, tf smallint)
  language sql stable parallel safe
begin atomic
  select hashtextextended(w.lexeme, 0), least(greatest(cardinality(w.positions), 1), 255)::smallint
  from unnest(to_tsvector((select palimpsest.stemmer()), p_search)) w;
end;

-- As before; stable, because words are stemmed in the tenant's language.
create or replace function palimpsest.indexed_words(p_search text, p_asked text)
  returns table (term bigint, tf smallint, asked smallint)
  language sql stable parallel safe
begin atomic
  select l.term, l.tf, least(coalesce(a.tf, 0), 3)::smallint
  from palimpsest.lexemes(p_search) l left join palimpsest.lexemes(p_asked) a on a.term = l.term;
end;

-- Another language makes another version. That of English is what it was, so that nothing is indexed again.
create function palimpsest.lexical_version_of(p_stemmer regconfig) returns text
  language sql stable parallel safe
  return '2-' || (
    select case when c.cfgname = 'english' then '' else c.cfgname || '-' end
    from pg_catalog.pg_ts_config c where c.oid = p_stemmer
  ) || (
    select left(md5(string_agg(l.term || ' ' || l.tf, ',' order by l.term)), 12)
    from (
      select hashtextextended(w.lexeme, 0) as term, least(greatest(cardinality(w.positions), 1), 255)::smallint as tf
      from unnest(to_tsvector(p_stemmer, 'the running foxes were happily arguing about organisations, generalised '
        'databases, skies and dying news; 42 users of proceed@example.com exceeded x-ray succeeding cafés on '
        'https://example.com/a/b')) w
    ) l);
create or replace function palimpsest.lexical_version() returns text
  language sql stable parallel safe
  return palimpsest.lexical_version_of(palimpsest.stemmer());
-- A new tenant's language is English, whatever that of the tenant in whose name it is made.
alter table palimpsest.tenant alter column lexical_version
  set default palimpsest.lexical_version_of('pg_catalog.english'::regconfig);

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Tenants whose index is of another version than this server makes in their language, which is computed once for each.
create function palimpsest.stale_tenants() returns table (tenant_id text, version text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with made as materialized (
    select l.language, palimpsest.lexical_version_of(palimpsest.stemmer_of(l.language)) as version
    from (select distinct t.language from palimpsest.tenant t) l
  )
  select t.tenant_id, m.version from palimpsest.tenant t join made m using (language) where t.lexical_version <> m.version;
end;

-- As before, each tenant by its own language.
create or replace function palimpsest.stale_lexical_tenants() returns bigint
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select count(*) from palimpsest.stale_tenants();
end;

-- As before, each tenant by its own language.
create or replace function palimpsest.schedule_stale_rebuilds() returns integer
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with stale as materialized (
    select s.tenant_id, s.version from palimpsest.stale_tenants() s
    where s.tenant_id is distinct from palimpsest.tenant()
  ), made as (
    insert into palimpsest.job (tenant_id, job_id, kind, payload)
    select s.tenant_id, palimpsest.new_job_id(), 'stale_index_rebuild',
      jsonb_build_object('key', 'lexical index', 'version', s.version)
    from stale s
    on conflict do nothing
  )
  select count(*)::integer from stale;
end;

-- Sets the language of the transaction's tenant, for admins alone. If it is another one than before, what is indexed is
-- indexed again by a job; one that waits or runs for the language before is stopped. Until then the index is of no version,
-- also if the change is taken back before a job has gone through all of it.
create function palimpsest.set_language(p_language text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin sets the language';
  end if;
  update palimpsest.tenant t set language = p_language, lexical_version = 'mixed'
  where t.tenant_id = palimpsest.tenant() and t.language <> p_language;
  if not found then
    return;
  end if;
  update palimpsest.job j set status = 'STOPPED', locked_by = null, locked_until = null, updated_at = clock_timestamp()
  where j.tenant_id = palimpsest.tenant() and j.payload->>'key' = 'lexical index' and j.status in ('PENDING', 'PROCESSING');
  insert into palimpsest.job (tenant_id, job_id, kind, payload)
  values (palimpsest.tenant(), palimpsest.new_job_id(), 'stale_index_rebuild',
          jsonb_build_object('key', 'lexical index', 'version', palimpsest.lexical_version()));
end $$;
grant execute on function palimpsest.set_language(text) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
