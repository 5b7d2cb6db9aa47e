-- How events were extracted from a revision, and what was not taken, travel with it.

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

create or replace function palimpsest.export_artifacts(p_after text, p_until timestamptz, p_limit integer, p_bytes bigint)
  returns table (place text, record json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select a.artifact_id, json_build_object(
    'type', 'artifact', 'artifact_id', a.artifact_id, 'ts', a.ts, 'kind', a.kind,
    'base64', translate(encode(a.bytes, 'base64'), E'\n', ''), 'meta', a.meta, 'owner_id', a.owner_id,
    'memory_id', a.memory_id, 'head_id', a.head_id, 'artifact_uid', a.artifact_uid, 'revision_id', a.revision_id,
    'is_latest', case when a.head_id is not null then a.is_latest end, 'content_hash', a.content_hash,
    'token_count', a.token_count, 'chunk_ids', a.chunk_ids, 'starts', a.starts, 'ends', a.ends,
    'resolved_at', a.resolved_at, 'extraction', a.extraction, 'rejected', a.rejected)
  from (
    select p.*, sum(p.size) over (order by p.artifact_id) - p.size as before
    from (
      select r.*, coalesce(octet_length(r.bytes), 60 * cardinality(r.chunk_ids) + coalesce(pg_column_size(r.rejected), 0)) as size
      from palimpsest.artifact r
      where palimpsest.role() = 'admin' and r.tenant_id = palimpsest.tenant() and r.artifact_id > p_after
        and r.ts <= p_until
      order by r.artifact_id limit p_limit) p) a
  where a.before < p_bytes
  order by a.artifact_id;
end;

create or replace function palimpsest.import_artifacts(p_rows json) returns table (n integer, outcome text)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := palimpsest.tenant();
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  return query
  with given as materialized (
    select g.*, decode(g.base64, 'base64') as bytes, exists (
      select 1 from unnest(array[g.memory_id, g.head_id] || g.chunk_ids) as needed(id)
      where needed.id is not null and not exists (
        select 1 from palimpsest.memory m where m.tenant_id = here and m.id = needed.id)) as missing
    from json_to_recordset(p_rows) as g (n integer, artifact_id text, ts timestamptz, kind text, base64 text, meta jsonb,
      owner_id text, memory_id text, head_id text, artifact_uid text, revision_id text, is_latest boolean,
      content_hash text, token_count integer, chunk_ids text[], starts integer[], ends integer[], resolved_at timestamptz,
      extraction jsonb, rejected jsonb)
  ), made as (
    insert into palimpsest.artifact (tenant_id, artifact_id, ts, kind, bytes, meta, owner_id, memory_id, head_id,
      artifact_uid, revision_id, is_latest, content_hash, token_count, chunk_ids, starts, ends, resolved_at,
      extraction, rejected)
    select here, g.artifact_id, g.ts, g.kind, g.bytes, g.meta, g.owner_id, g.memory_id, g.head_id, g.artifact_uid,
      g.revision_id, coalesce(g.is_latest, false), g.content_hash, g.token_count, g.chunk_ids, g.starts, g.ends,
      g.resolved_at, g.extraction, case when g.extraction is not null then g.rejected end
    from given g where not g.missing
    on conflict do nothing returning artifact_id
  )
  select g.n, case when g.missing then 'missing' when made.artifact_id is not null then 'imported'
    when a.bytes is not distinct from g.bytes and a.memory_id = g.memory_id
      and a.content_hash is not distinct from g.content_hash then 'known' else 'other' end
  from given g left join made on made.artifact_id = g.artifact_id
  left join palimpsest.artifact a on a.tenant_id = here and a.artifact_id = g.artifact_id;
end $$;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
