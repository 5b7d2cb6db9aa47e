-- Documents: an artifact is a large output of a tool, as before, or one revision of a document that was ingested. The text
-- of a document is in its memories, each a passage of it, so every edit of a passage reaches all who read the document.

alter table palimpsest.artifact drop constraint artifact_kind_check;
alter table palimpsest.artifact add constraint artifact_kind_check
  check (kind in ('tool_output', 'blob', 'email', 'doc', 'chat', 'transcript', 'note'));
alter table palimpsest.artifact alter column bytes drop not null;
alter table palimpsest.artifact
  -- The memory of kind artifact that stands for all revisions: retracting it deletes the document.
  add column head_id      text,
  -- What callers name the document by. Two owners may have documents of one name.
  add column artifact_uid text,
  add column revision_id  text,
  add column is_latest    boolean not null default false,
  add column content_hash text,
  add column token_count  integer,
  -- Its passages in order, and where each begins and ends in the text, in UTF-16 units.
  add column chunk_ids    text[],
  add column starts       integer[],
  add column ends         integer[],
  add column job_id       text,
  add column resolved_at  timestamptz,
  add column resolved_for text,
  add foreign key (tenant_id, head_id) references palimpsest.memory on delete cascade,
  add check ((head_id is null) = (kind in ('tool_output', 'blob'))),
  add check ((head_id is null) = (bytes is not null)),
  add check (head_id is null or (artifact_uid is not null and revision_id is not null and content_hash is not null
    and token_count is not null and cardinality(chunk_ids) > 0 and cardinality(starts) = cardinality(chunk_ids)
    and cardinality(ends) = cardinality(chunk_ids)));
create index artifact_of_uid on palimpsest.artifact (tenant_id, artifact_uid) where artifact_uid is not null;
create index artifact_time on palimpsest.artifact (tenant_id, ts desc) where is_latest;
-- Under any concurrency one revision of a document is the latest, and no text of it is stored twice.
create unique index artifact_latest on palimpsest.artifact (tenant_id, head_id) where is_latest;
create unique index artifact_text on palimpsest.artifact (tenant_id, head_id, content_hash) where head_id is not null;
create trigger refuse_suspended before insert or update on palimpsest.artifact
  for each statement execute function palimpsest.refuse_suspended();
grant update (is_latest, resolved_at, resolved_for) on palimpsest.artifact to palimpsest_definer;
grant update (boundary_class) on palimpsest.memory to palimpsest_definer;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Whether a document is there. It is deleted for everybody, also for those who may not see what stands for it.
create function palimpsest.artifact_open(p_head text) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select p_head is null or exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = p_head and not m.retracted);
end;
grant execute on function palimpsest.artifact_open(text) to palimpsest_app;

-- The documents of a name, deleted ones too, that the caller may see. The caller's own come first, then the latest.
create function palimpsest.artifact_heads(p_uid text)
  returns table (head_id text, owner_id text, retracted boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id, m.owner_id, m.retracted
  from (select a.head_id, max(a.ts) as ts from palimpsest.artifact a
        where a.tenant_id = palimpsest.tenant() and a.artifact_uid = p_uid group by a.head_id) d
  cross join lateral (
    select * from palimpsest.memory h where h.tenant_id = palimpsest.tenant() and h.id = d.head_id offset 0) m
  where palimpsest.visible(m.visibility, m.owner_id, m.audience)
  order by m.owner_id = palimpsest.principal() desc, m.retracted, d.ts desc;
end;
grant execute on function palimpsest.artifact_heads(text) to palimpsest_app;

-- Gives the postings and vectors of a document's passages the guard that follows from their memories. Passages of a
-- revision that was superseded are led to by no word, like those of the highest class, which no channel reads.
create function palimpsest.guard_passages(p_ids text[]) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with passage as materialized (
    select m.id, m.reading_position, m.status = 'superseded' as over,
      palimpsest.posting_guard(m.channel, case when m.status = 'superseded' then 'secret' else m.boundary_class end,
        m.quarantined, m.blocked_channels, m.expires_at) as guard,
      palimpsest.admission_needed(m.visibility, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at) as needed
    from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids) and m.owner_id = palimpsest.principal()
  ), words as (
    update palimpsest.memory_term t set guard = p.guard
    from passage p where t.tenant_id = palimpsest.tenant() and t.reading_position = p.reading_position
  )
  update palimpsest.memory_vector v set admission_needed = p.over or p.needed
  from passage p where v.tenant_id = palimpsest.tenant() and v.memory_id = p.id;
end;

-- Makes one revision the latest. The passages of the one before leave searches and contexts, and those of this one come
-- back if they had left.
create function palimpsest.make_latest(p_head text, p_artifact text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  before text[];
  after text[];
  turned text[];
begin
  update palimpsest.artifact a set is_latest = false
  where a.tenant_id = palimpsest.tenant() and a.head_id = p_head and a.owner_id = palimpsest.principal()
    and a.is_latest and a.artifact_id <> p_artifact
  returning a.chunk_ids into before;
  update palimpsest.artifact a set is_latest = true
  where a.tenant_id = palimpsest.tenant() and a.head_id = p_head and a.owner_id = palimpsest.principal()
    and a.artifact_id = p_artifact
  returning a.chunk_ids into after;
  with changed as (
    update palimpsest.memory m set status = case when m.id = any (after) then 'active' else 'superseded' end
    where m.tenant_id = palimpsest.tenant() and m.id = any (before || after) and m.owner_id = palimpsest.principal()
      and m.status <> case when m.id = any (after) then 'active' else 'superseded' end
    returning m.id, m.status
  ), logged as (
    insert into palimpsest.memory_state (tenant_id, memory_id, status, actor_id)
    select palimpsest.tenant(), c.id, c.status, palimpsest.principal() from changed c order by c.id
  )
  select array_agg(c.id) into turned from changed c;
  perform palimpsest.guard_passages(turned);
end $$;
grant execute on function palimpsest.make_latest(text, text) to palimpsest_app;

-- Raises the class of a revision's passages; nothing lowers it.
create function palimpsest.raise_artifact_class(p_artifact text, p_class text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  classes constant text[] := array['public', 'internal', 'pii', 'secret'];
  raised text[];
begin
  perform palimpsest.assert_not_suspended();
  with changed as (
    update palimpsest.memory m set boundary_class = p_class
    from palimpsest.artifact a
    where a.tenant_id = palimpsest.tenant() and a.artifact_id = p_artifact and a.owner_id = palimpsest.principal()
      and m.tenant_id = palimpsest.tenant() and (m.id = any (a.chunk_ids) or m.id = a.head_id)
      and m.owner_id = palimpsest.principal()
      and array_position(classes, m.boundary_class) < array_position(classes, p_class)
    returning m.id)
  select array_agg(c.id) into raised from changed c;
  perform palimpsest.guard_passages(raised);
end $$;
grant execute on function palimpsest.raise_artifact_class(text, text) to palimpsest_app;

-- A document that was to be kept until it is resolved expires now, in all its revisions.
create function palimpsest.resolve_artifact(p_head text, p_reason text) returns timestamptz
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  now_is constant timestamptz := clock_timestamp();
  ids text[];
begin
  perform palimpsest.assert_not_suspended();
  update palimpsest.artifact a set resolved_at = now_is, resolved_for = p_reason
  where a.tenant_id = palimpsest.tenant() and a.head_id = p_head and a.owner_id = palimpsest.principal();
  select array_agg(c.id) into ids from palimpsest.artifact a cross join lateral unnest(a.chunk_ids) as c(id)
  where a.tenant_id = palimpsest.tenant() and a.head_id = p_head and a.owner_id = palimpsest.principal();
  update palimpsest.memory m set expires_at = least(m.expires_at, now_is)
  where m.tenant_id = palimpsest.tenant() and m.id = any (ids) and m.owner_id = palimpsest.principal();
  perform palimpsest.guard_passages(ids);
  return now_is;
end $$;
grant execute on function palimpsest.resolve_artifact(text, text) to palimpsest_app;

-- Whoever deletes a document stops what is done with it.
create function palimpsest.stop_extraction() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update palimpsest.job j
  set status = 'STOPPED', locked_by = null, locked_until = null, updated_at = clock_timestamp()
  from palimpsest.artifact a
  where a.tenant_id = new.tenant_id and a.head_id = new.id and j.tenant_id = new.tenant_id and j.job_id = a.job_id
    and j.status in ('PENDING', 'PROCESSING');
  return null;
end $$;

-- The shape of passages that edits have taken out of a document: a block for each UTF-16 unit, and the line breaks.
create function palimpsest.passage_shapes(p_artifact text, p_ids text[]) returns table (memory_id text, shape text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select o.memory_id, regexp_replace(regexp_replace(o.text, '[\U00010000-\U0010FFFF]', '██', 'g'), '[^\n\r]', '█', 'g')
  from palimpsest.artifact a
  join palimpsest.memory_original o on o.tenant_id = a.tenant_id and o.memory_id = any (a.chunk_ids)
  join palimpsest.memory m on m.tenant_id = o.tenant_id and m.id = o.memory_id
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = p_artifact and o.memory_id = any (p_ids)
    and palimpsest.visible(m.visibility, m.owner_id, m.audience);
end;
grant execute on function palimpsest.passage_shapes(text, text[]) to palimpsest_app;

-- The revisions of documents are exported with the rest. Their texts are in the memories that stand before them.
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
    'resolved_at', a.resolved_at)
  from (
    select p.*, sum(p.size) over (order by p.artifact_id) - p.size as before
    from (
      select r.*, coalesce(octet_length(r.bytes), 60 * cardinality(r.chunk_ids)) as size
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
      content_hash text, token_count integer, chunk_ids text[], starts integer[], ends integer[], resolved_at timestamptz)
  ), made as (
    insert into palimpsest.artifact (tenant_id, artifact_id, ts, kind, bytes, meta, owner_id, memory_id, head_id,
      artifact_uid, revision_id, is_latest, content_hash, token_count, chunk_ids, starts, ends, resolved_at)
    select here, g.artifact_id, g.ts, g.kind, g.bytes, g.meta, g.owner_id, g.memory_id, g.head_id, g.artifact_uid,
      g.revision_id, coalesce(g.is_latest, false), g.content_hash, g.token_count, g.chunk_ids, g.starts, g.ends,
      g.resolved_at
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

create trigger stop_extraction after update of retracted on palimpsest.memory
  for each row when (new.kind = 'artifact' and new.retracted and not old.retracted)
  execute function palimpsest.stop_extraction();

-- What psql shows leaves out passages of superseded revisions, like every search.
create or replace view palimpsest.effective_chunks with (security_invoker = true, security_barrier = true) as
select m.tenant_id, m.id as chunk_id, m.kind, m.text, m.importance, m.channel, m.scope, m.subject_type, m.subject_id,
  m.project_id, m.session_id, m.tags, m.boundary_class, m.retracted as is_retracted, m.quarantined as is_quarantined,
  m.blocked_channels, m.edit_count as edits_applied, m.token_count as token_est, m.occurred_at as ts, m.reading_position
from palimpsest.memory m
where m.as_chunk and not m.retracted and (m.status <> 'superseded' or m.kind <> 'chunk') and m.boundary_class <> 'secret'
  and (m.expires_at is null or m.expires_at > now());

-- A large output is read with the memory that stands for it, and not once that was edited. A document is read by whoever
-- may see its first passage, while it is not deleted; edits of passages hide these alone.
drop policy of_unedited_memory on palimpsest.artifact;
create policy of_visible_memory on palimpsest.artifact to palimpsest_app
  using (tenant_id = palimpsest.tenant() and palimpsest.artifact_open(head_id) and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id
      and (head_id is not null or (not m.retracted and not m.amended and not m.quarantined)) offset 0))
  with check (tenant_id = palimpsest.tenant() and owner_id = palimpsest.principal());
