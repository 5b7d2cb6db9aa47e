-- The fold of edits, and the projections that are written from it. One SQL path for applying an edit,
-- previewing one, and reading the past.

-- The words of a text as the index counts them: english stems without stop words, by hash.
-- The text has been folded and segmented by the application first (case, width, marks, unspaced scripts).
create function palimpsest.lexemes(p_search text) returns table (term bigint, tf smallint)
  language sql immutable parallel safe
begin atomic
  select hashtextextended(w.lexeme, 0), least(greatest(cardinality(w.positions), 1), 255)::smallint
  from unnest(to_tsvector('pg_catalog.english'::regconfig, p_search)) w;
end;

-- Must a reader look at the memory itself before being led to it by its words or its vector?
create function palimpsest.admission_needed(p_visibility text, p_class text, p_quarantined boolean, p_blocked text[],
                                   p_expires timestamptz) returns boolean
  language sql immutable parallel safe
  return p_visibility <> 'tenant' or p_class in ('pii', 'secret') or p_quarantined
    or cardinality(p_blocked) > 0 or p_expires is not null;

create function palimpsest.shard_of(p_id text) returns smallint
  language sql immutable parallel safe
  return (hashtextextended(p_id, 0) & 15)::smallint;

-- The effective state of a memory: its original and the approved edits up to p_at, in the order they were
-- applied, and after them one that is only supposed (p_op, p_patch). A restore cancels every earlier edit it
-- names: all of them, those of one op, of one channel, or a single one.
create function palimpsest.fold(p_id text, p_at timestamptz, p_op text, p_patch jsonb)
  returns table (text text, importance real, retracted boolean, quarantined boolean, amended boolean,
                 blocked_channels text[], edit_count integer)
  language sql stable rows 1 security definer set search_path = pg_catalog
begin atomic
  with edit as (
    select v.edit_id, v.seq, e.op, e.patch
    from palimpsest.memory_edit_event v
    join palimpsest.memory_edit e on e.tenant_id = v.tenant_id and e.edit_id = v.edit_id
    where v.tenant_id = palimpsest.tenant() and v.memory_id = p_id and v.status = 'approved'
      and (p_at is null or v.at <= p_at)
    union all
    select '', 9223372036854775807, p_op, p_patch where p_op is not null
  ), live as (
    select e.* from edit e
    where e.op <> 'restore' and not exists (
      select 1 from edit r
      where r.op = 'restore' and r.seq > e.seq
        and (r.patch->>'op' is null or r.patch->>'op' = e.op)
        and (r.patch->>'channel' is null or r.patch->>'channel' = e.patch->>'channel')
        and (r.patch->>'edit_id' is null or r.patch->>'edit_id' = e.edit_id))
  ), absolute as (
    select coalesce(max(seq), 0) as seq from live where patch ? 'importance'
  )
  select
    coalesce((select patch->>'text' from live where patch ? 'text' order by seq desc limit 1), o.text),
    least(1, greatest(0,
      coalesce((select (patch->>'importance')::float8 from live where live.seq = a.seq), o.importance)
      + coalesce((select sum((patch->>'importance_delta')::float8) from live where live.seq > a.seq), 0)))::real,
    exists (select 1 from live where op = 'retract'),
    exists (select 1 from live where op = 'quarantine'),
    exists (select 1 from live where patch ? 'text'),
    coalesce((select array_agg(distinct patch->>'channel' order by patch->>'channel') from live where op = 'block'), '{}'),
    (select count(*)::integer from edit where seq < 9223372036854775807)
  from palimpsest.memory_original o, absolute a
  where o.tenant_id = palimpsest.tenant() and o.memory_id = p_id;
end;

-- The state of memories that the caller may see, at a moment or with a supposed edit. Retracted text stays hidden.
create function palimpsest.states(p_ids text[], p_at timestamptz default null, p_op text default null,
                                  p_patch jsonb default null)
  returns table (id text, text text, importance real, retracted boolean, quarantined boolean, amended boolean,
                 blocked_channels text[], edit_count integer, status text)
  language sql stable security definer set search_path = pg_catalog
begin atomic
  select m.id, case when f.retracted then null else f.text end, f.importance, f.retracted, f.quarantined, f.amended,
    f.blocked_channels, f.edit_count,
    case when p_at is null then m.status else coalesce((
      select s.status from palimpsest.memory_state s
      where s.tenant_id = m.tenant_id and s.memory_id = m.id and s.at <= p_at
      order by s.seq desc limit 1), m.status) end
  from palimpsest.memory m, palimpsest.fold(m.id, p_at, p_op, p_patch) f
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
    and palimpsest.visible(m.visibility, m.owner_id, m.audience)
    and (p_at is null or m.recorded_at <= p_at);
end;

-- Locks memories that the caller may see, in one order, so that edits of one memory apply one after the other
-- and their times agree with the order in which they were seen.
create function palimpsest.lock_memories(p_ids text[]) returns table (id text, edit_count integer, retracted boolean)
  language sql volatile security definer set search_path = pg_catalog
begin atomic
  select m.id, m.edit_count, m.retracted from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
    and palimpsest.visible(m.visibility, m.owner_id, m.audience)
  order by m.id for no key update;
end;

-- Writes the fold of a memory into its row, its postings and its vector, in the transaction of the edit.
-- The caller brings what only it can compute for the new text; if the text turns out to be another one
-- (a concurrent edit), PA003 says so and the caller tries again.
create function palimpsest.refold(p_id text, p_text text, p_search text, p_hash text, p_tokens integer,
                                  p_space integer, p_embedding vector) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare
  m palimpsest.memory;
  f record;
  guard boolean;
  indexed boolean;
  analysed boolean;
  words integer;
begin
  select * into strict m from palimpsest.memory
  where tenant_id = palimpsest.tenant() and id = p_id for no key update;
  select * into strict f from palimpsest.fold(p_id, null, null, null);
  guard := palimpsest.admission_needed(m.visibility, m.boundary_class, f.quarantined, f.blocked_channels, m.expires_at);
  indexed := not f.retracted;
  -- While it is retracted the digest stays that of what was retracted: it is the tombstone's.
  analysed := indexed and p_hash is not null and p_text is not distinct from f.text;
  words := m.word_count;

  if indexed and (f.text <> m.text or m.retracted) and not analysed then
    raise exception 'the text changed under way' using errcode = 'PA003';
  end if;

  if f.text <> m.text or f.retracted <> m.retracted then
    delete from palimpsest.memory_term where tenant_id = m.tenant_id and reading_position = m.reading_position;
    delete from palimpsest.memory_vector where tenant_id = m.tenant_id and memory_id = m.id;
    if not m.retracted then
      update palimpsest.lexicon_stat set memories = memories - 1, words = lexicon_stat.words - m.word_count
      where tenant_id = m.tenant_id and shard = palimpsest.shard_of(m.id);
    end if;
    words := 0;
    if indexed then
      select coalesce(sum(l.tf), 0) into words from palimpsest.lexemes(p_search) l;
      insert into palimpsest.memory_term (tenant_id, term, reading_position, tf, len, admission_needed, visibility_limited)
      select m.tenant_id, l.term, m.reading_position, l.tf, words, guard, m.visibility <> 'tenant' from palimpsest.lexemes(p_search) l
      on conflict (tenant_id, term, reading_position) do nothing;
      insert into palimpsest.lexicon_stat as s (tenant_id, shard, memories, words)
      values (m.tenant_id, palimpsest.shard_of(m.id), 1, words)
      on conflict (tenant_id, shard) do update set memories = s.memories + 1, words = s.words + excluded.words;
      if p_embedding is null then
        perform palimpsest.fill_later(p_space);
      else
        insert into palimpsest.memory_vector (tenant_id, space_id, memory_id, admission_needed, embedding)
        values (m.tenant_id, p_space, m.id, guard, p_embedding);
      end if;
    end if;
  elsif guard is distinct from
        palimpsest.admission_needed(m.visibility, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at) then
    update palimpsest.memory_term set admission_needed = guard where tenant_id = m.tenant_id and reading_position = m.reading_position;
    update palimpsest.memory_vector set admission_needed = guard where tenant_id = m.tenant_id and memory_id = m.id;
  end if;

  update palimpsest.memory set
    text = f.text, importance = f.importance, retracted = f.retracted, quarantined = f.quarantined,
    amended = f.amended, blocked_channels = f.blocked_channels, edit_count = f.edit_count,
    content_hash = case when analysed then p_hash else m.content_hash end,
    token_count = case when analysed then p_tokens else m.token_count end,
    word_count = words
  where tenant_id = m.tenant_id and id = m.id;
end $$;

-- The same for many memories at once, where no edit brings text into sight that is not analysed: PA003 if one does.
create function palimpsest.refold_many(p_ids text[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  unanalysed boolean;
begin
  -- A statement of its own: what folds must see the edits of whoever held the rows before.
  perform 1 from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids) order by m.id for no key update;
  with folded as materialized (
    select m.tenant_id, m.id, m.reading_position, m.word_count, m.retracted as was_retracted, f.text <> m.text as other_text, f.*,
      palimpsest.admission_needed(m.visibility, m.boundary_class, f.quarantined, f.blocked_channels, m.expires_at) as guard,
      palimpsest.admission_needed(m.visibility, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at) as was_guarded
    from palimpsest.memory m cross join lateral palimpsest.fold(m.id, null, null, null) f
    where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
  ), gone as materialized (
    select * from folded where retracted and not was_retracted
  ), words_gone as (
    delete from palimpsest.memory_term t using gone where t.tenant_id = gone.tenant_id and t.reading_position = gone.reading_position
  ), vectors_gone as (
    delete from palimpsest.memory_vector v using gone where v.tenant_id = gone.tenant_id and v.memory_id = gone.id
  ), counted as (
    update palimpsest.lexicon_stat s set memories = s.memories - g.memories, words = s.words - g.words
    from (select tenant_id, palimpsest.shard_of(id) as shard, count(*) as memories, sum(word_count) as words
          from gone group by 1, 2) g
    where s.tenant_id = g.tenant_id and s.shard = g.shard
  ), turned as materialized (
    select * from folded where not retracted and guard <> was_guarded
  ), words_turned as (
    update palimpsest.memory_term t set admission_needed = turned.guard
    from turned where t.tenant_id = turned.tenant_id and t.reading_position = turned.reading_position
  ), vectors_turned as (
    update palimpsest.memory_vector v set admission_needed = turned.guard
    from turned where v.tenant_id = turned.tenant_id and v.memory_id = turned.id
  ), stored as (
    update palimpsest.memory m set
      text = f.text, importance = f.importance, retracted = f.retracted, quarantined = f.quarantined,
      amended = f.amended, blocked_channels = f.blocked_channels, edit_count = f.edit_count,
      word_count = case when f.retracted then 0 else m.word_count end
    from folded f where m.tenant_id = f.tenant_id and m.id = f.id
  )
  select bool_or(not f.retracted and (f.other_text or f.was_retracted)) into unanalysed from folded f;
  if unanalysed then
    raise exception 'the text changed under way' using errcode = 'PA003';
  end if;
end $$;

-- The text as first written, for the roles that may see it. The caller audits.
create function palimpsest.original(p_id text) returns table (text text, importance real)
  language sql stable security definer set search_path = pg_catalog
begin atomic
  select o.text, o.importance
  from palimpsest.memory_original o
  join palimpsest.memory m on m.tenant_id = o.tenant_id and m.id = o.memory_id
  where o.tenant_id = palimpsest.tenant() and o.memory_id = p_id
    and palimpsest.role() in ('reviewer', 'admin')
    and palimpsest.visible(m.visibility, m.owner_id, m.audience);
end;

-- Was this value retracted in this place before? Says by which memory, whether or not the caller may see it.
create function palimpsest.tombstone(p_hash text, p_scope text, p_subject_type text, p_subject_id text,
                                     p_project_id text) returns table (memory_id text, visible boolean)
  language sql stable security definer set search_path = pg_catalog
begin atomic
  select m.id, palimpsest.visible(m.visibility, m.owner_id, m.audience)
  from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.retracted
    and (m.content_hash = p_hash or m.original_hash = p_hash)
    and m.scope is not distinct from p_scope and m.subject_type is not distinct from p_subject_type
    and m.subject_id is not distinct from p_subject_id and m.project_id is not distinct from p_project_id
  limit 1;
end;

-- Moves a memory to another state; the log of states is written by the caller in the same transaction.
create function palimpsest.set_status(p_id text, p_status text) returns boolean
  language sql volatile security definer set search_path = pg_catalog
begin atomic
  with changed as (
    update palimpsest.memory m set status = p_status
    where m.tenant_id = palimpsest.tenant() and m.id = p_id
      and palimpsest.visible(m.visibility, m.owner_id, m.audience)
    returning 1)
  select exists (select 1 from changed);
end;

-- How many memories and words the lexical index held at a moment, whoever may see them, without those named.
create function palimpsest.lexicon_at(p_at timestamptz, p_without text[]) returns table (memories bigint, words bigint)
  language sql stable security definer set search_path = pg_catalog
begin atomic
  select count(*), coalesce(sum(m.word_count), 0)::bigint
  from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.recorded_at <= p_at and not m.retracted
    and not (m.id = any (p_without));
end;

-- The last edit that was applied by a moment to a memory that the caller may see. The log's own policy would have the
-- planner gather every memory of the tenant before it looks at the first row.
create function palimpsest.last_edit_at(p_at timestamptz) returns bigint
  language sql stable security definer set search_path = pg_catalog
begin atomic
  select v.seq from palimpsest.memory_edit_event v
  join palimpsest.memory m on m.tenant_id = v.tenant_id and m.id = v.memory_id
  where v.tenant_id = palimpsest.tenant() and v.at <= p_at
    and palimpsest.visible(m.visibility, m.owner_id, m.audience)
  order by v.at desc limit 1;
end;

-- Embedding spaces are the system's, not a tenant's; these three are the only ways to change them.
create function palimpsest.register_space(p_model text, p_dims integer) returns integer
  language sql volatile security definer set search_path = pg_catalog
begin atomic
  insert into palimpsest.embedding_space (model, dims, state)
  select p_model, p_dims,
    case when exists (select 1 from palimpsest.embedding_space where state = 'active') then 'stopped' else 'active' end
  on conflict (model) do nothing;
  select space_id from palimpsest.embedding_space where model = p_model and dims = p_dims;
end;

create function palimpsest.set_space_state(p_space integer, p_state text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog as $$
begin
  if p_state = 'active' then
    update palimpsest.embedding_space set state = 'retired' where state = 'active' and space_id <> p_space;
  end if;
  update palimpsest.embedding_space set state = p_state where space_id = p_space;
end $$;

do $$
declare f regprocedure;
begin
  grant create on schema palimpsest to palimpsest_definer;
  foreach f in array array[
    'palimpsest.fold(text, timestamptz, text, jsonb)', 'palimpsest.states(text[], timestamptz, text, jsonb)',
    'palimpsest.lock_memories(text[])', 'palimpsest.refold(text, text, text, text, integer, integer, vector)',
    'palimpsest.refold_many(text[])', 'palimpsest.original(text)',
    'palimpsest.tombstone(text, text, text, text, text)', 'palimpsest.set_status(text, text)',
    'palimpsest.lexicon_at(timestamptz, text[])', 'palimpsest.last_edit_at(timestamptz)',
    'palimpsest.register_space(text, integer)', 'palimpsest.set_space_state(integer, text)']::regprocedure[] loop
    execute format('alter function %s owner to palimpsest_definer', f);
    execute format('revoke all on function %s from public', f);
    if f <> 'palimpsest.fold(text, timestamptz, text, jsonb)'::regprocedure then
      execute format('grant execute on function %s to palimpsest_app', f);
    end if;
  end loop;
  revoke create on schema palimpsest from palimpsest_definer;
end $$;
