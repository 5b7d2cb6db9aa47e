-- Erases a subject: all that is stored about it, and what other rows say of that. An admin asks, another person approves,
-- a job of theirs sweeps, and a scan that knows nothing of the sweep looks for what is left. The audit log stays whole:
-- it holds ids and keyed digests, and no text.

-- Untyped subjects, as those of facts, are looked up by their id alone.
create index memory_subject_untyped on palimpsest.memory (tenant_id, subject_id)
  where subject_type is null and subject_id is not null;

create table palimpsest.erasure (
  tenant_id      text not null references palimpsest.tenant on delete cascade,
  erasure_id     text not null,
  status         text not null default 'pending'
    check (status in ('pending', 'running', 'done', 'failed', 'cancelled', 'expired')),
  -- Null once it is done: from then on only the keyed digest says whom it was about.
  subject_type   text,
  subject_id     text,
  subject_digest text not null,
  -- What is erased besides what is about the subject: spoken, owned, mentions.
  also           text[] not null,
  reason         text not null,
  -- What it would reach when it was asked for, and what it has erased, by kind.
  matched        jsonb not null,
  swept          jsonb not null default '{}',
  requested_by   text not null,
  requested_at   timestamptz not null default clock_timestamp(),
  expires_at     timestamptz not null,
  decided_by     text,
  decided_at     timestamptz,
  job_id         text,
  -- Pieces of the erased texts, which the scan looks for. Emptied when it is done.
  samples        text[] not null default '{}',
  -- Where the scan found something, as table and number of rows.
  residue        jsonb,
  finished_at    timestamptz,
  receipt        jsonb,
  signature      text,
  audit_id       text,
  primary key (tenant_id, erasure_id)
);
-- Of two requests at once, one is taken.
create unique index erasure_open on palimpsest.erasure (tenant_id, subject_digest)
  where status in ('pending', 'running');
create index erasure_newest on palimpsest.erasure (tenant_id, requested_at desc, erasure_id desc);
create index erasure_subject on palimpsest.erasure (tenant_id, subject_digest);
alter table palimpsest.erasure enable row level security, force row level security;
create policy definer_in_tenant on palimpsest.erasure to palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select, insert, update on palimpsest.erasure to palimpsest_definer;

-- The ids that a running erasure has reached: of memories, and of what hangs on them. Emptied when it is done.
create table palimpsest.erasure_target (
  tenant_id        text not null,
  erasure_id       text not null,
  id               text not null,
  -- Null for what is no memory.
  reading_position bigint,
  session_id       text,
  swept            boolean not null default false,
  primary key (tenant_id, erasure_id, id),
  foreign key (tenant_id, erasure_id) references palimpsest.erasure on delete cascade
);
alter table palimpsest.erasure_target enable row level security, force row level security;
create policy definer_in_tenant on palimpsest.erasure_target to palimpsest_definer
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select, insert, update, delete on palimpsest.erasure_target to palimpsest_definer;

-- When the question of a bundle, and what it showed of a subject, were erased.
alter table palimpsest.receipt add column erased_at timestamptz;

-- Append-only tables also let pass what a function of the definer does to erase a subject. The setting alone allows
-- nothing: no other role may change these tables, and the definer may only where it is granted below.
create or replace function palimpsest.refuse_change() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 and current_setting('palimpsest.deletes_tenant', true) = 'on' then
    return null;
  end if;
  if tg_op <> 'TRUNCATE' and tg_level = 'STATEMENT' and current_user = 'palimpsest_definer'
     and current_setting('palimpsest.erases', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'PA001';
end $$;

grant delete on palimpsest.record, palimpsest.capsule_item, palimpsest.session, palimpsest.plan, palimpsest.plan_state,
  palimpsest.task_context to palimpsest_definer;
grant update (inputs, erased_at) on palimpsest.receipt to palimpsest_definer;
grant update (digest, score) on palimpsest.receipt_item to palimpsest_definer;
grant update (item_count) on palimpsest.capsule to palimpsest_definer;

-- The sweep and the scan also reach what only its owner reads.
create policy definer_in_tenant on palimpsest.working_memory to palimpsest_definer
  using (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.working_item to palimpsest_definer
  using (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.working_thread to palimpsest_definer
  using (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.thread to palimpsest_definer
  using (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.boundary_escalation to palimpsest_definer
  using (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.claim_feedback to palimpsest_definer
  using (tenant_id = palimpsest.tenant());
create policy definer_in_tenant on palimpsest.active_context to palimpsest_definer
  using (tenant_id = palimpsest.tenant());
grant select, delete on palimpsest.active_context, palimpsest.working_memory, palimpsest.working_item, palimpsest.working_thread, palimpsest.thread
  to palimpsest_definer;
grant select on palimpsest.boundary_escalation, palimpsest.claim_feedback to palimpsest_definer;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- The memories about a subject, those that carry a user's id, claims that name it as an entity, and all that was made from them and has no subject of its
-- own. p_also adds what the subject said, what it owns as a principal, and what names it by p_pattern.
create function palimpsest.erasure_reach(p_type text, p_id text, p_also text[], p_pattern text) returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with recursive reached(id) as (
    (select m.id from palimpsest.memory m
     where m.tenant_id = palimpsest.tenant() and m.subject_type = p_type and m.subject_id = p_id
     union
     select m.id from palimpsest.memory m
     where m.tenant_id = palimpsest.tenant() and m.subject_type is null and m.subject_id = p_id
     union
     select a.memory_id from palimpsest.memory_attribute a
     where p_type = 'user' and a.tenant_id = palimpsest.tenant()
       and a.kind = any (array['fact', 'interaction', 'procedure']) and a.name = 'user_id' and a.value = p_id
     union
     select m.id from palimpsest.memory m
     where m.tenant_id = palimpsest.tenant() and m.kind = 'fact'
       and m.attributes @> jsonb_build_object('entities', jsonb_build_array(jsonb_build_object('id', p_id)))
     union
     select c.memory_id from palimpsest.claim_evidence c
     where c.tenant_id = palimpsest.tenant()
       and c.graph @> jsonb_build_object('entities', jsonb_build_array(jsonb_build_object('id', p_id)))
     union
     select m.id from palimpsest.memory m
     where cardinality(p_also) > 0 and m.tenant_id = palimpsest.tenant() and (
       'spoken' = any (p_also) and m.speaker = p_id
       or 'owned' = any (p_also) and m.owner_id = p_id
       or 'mentions' = any (p_also) and m.text ~* p_pattern))
    union
    select d.id from reached r
    join palimpsest.memory_link l on l.tenant_id = palimpsest.tenant() and l.to_id = r.id and l.type = 'derived_from'
    join palimpsest.memory d on d.tenant_id = palimpsest.tenant() and d.id = l.from_id and d.subject_id is null
  )
  select reached.id from reached;
end;

-- Does a document name the subject as what it is about?
create function palimpsest.erasure_about(p_document jsonb, p_type text, p_id text) returns boolean
  language sql immutable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select jsonb_path_exists(p_document, '$.** ? (@.subject_id == $id || @.subject == $id)', jsonb_build_object('id', p_id))
    or (p_type = 'user'
        and jsonb_path_exists(p_document, '$.** ? (@.user_id == $id)', jsonb_build_object('id', p_id)));
end;

-- Is one of these ids a word of the text?
create function palimpsest.erasure_names(p_text text, p_ids text[]) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select exists (
    select 1 from regexp_split_to_table(p_text, '[^A-Za-z0-9_:.-]+') w(word)
    where w.word in (select i.id from unnest(p_ids) i(id)));
end;

-- The rows beside the memories that an erasure reaches, by table and key. What belongs to the subject as a user, what
-- refers to an erased id where a copy of the text may stand, and what was asked about the subject.
create function palimpsest.erasure_rows(p_type text, p_id text, p_also text[], p_pattern text, p_ids text[])
  returns table (what text, key1 text, key2 text, key3 text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select 'events', r.event_id, null::text, null::text from palimpsest.record r
  where r.tenant_id = palimpsest.tenant() and r.memory_id is null and (
    r.subject_id = p_id and (r.subject_type = p_type or r.subject_type is null)
    or 'spoken' = any (p_also) and r.actor_id = p_id or 'mentions' = any (p_also) and r.content::text ~* p_pattern)
  union all
  select 'contexts', r.acb_id, null, null from palimpsest.receipt r
  where r.tenant_id = palimpsest.tenant() and r.erased_at is null and (
    palimpsest.erasure_about(r.inputs, p_type, p_id)
    or coalesce(r.inputs->>'query', r.inputs->>'query_text') ~* p_pattern
    or exists (select 1 from palimpsest.receipt_item i
               where i.tenant_id = palimpsest.tenant() and i.acb_id = r.acb_id and i.memory_id = any (p_ids)))
  union all
  select 'jobs', j.job_id, null, null from palimpsest.job j
  where j.tenant_id = palimpsest.tenant() and j.kind <> 'erasure' and (
    palimpsest.erasure_about(j.payload, p_type, p_id)
    or j.status not in ('PENDING', 'PROCESSING') and concat_ws(' ', j.payload, j.error) ~* p_pattern
    or palimpsest.erasure_names(concat_ws(' ', j.payload, j.progress, j.error), p_ids))
  union all
  select 'answers', i.principal_id, i.key, null from palimpsest.idempotency i
  where i.tenant_id = palimpsest.tenant() and (
    palimpsest.erasure_about(i.answer, p_type, p_id) or palimpsest.erasure_names(i.answer::text, p_ids)
    or 'mentions' = any (p_also) and i.answer::text ~* p_pattern)
  union all
  select 'activations', c.active_context_id, null, null from palimpsest.active_context c
  where c.tenant_id = palimpsest.tenant() and palimpsest.erasure_names(c.answer::text, p_ids)
  union all
  select 'capsule_items', i.capsule_id, i.position::text, null from palimpsest.capsule_item i
  where i.tenant_id = palimpsest.tenant() and i.item_id = any (p_ids) and i.capsule_id <> all (p_ids)
  union all
  select 'sessions', s.user_id, s.session_id, null from palimpsest.session s
  where s.tenant_id = palimpsest.tenant() and (
    p_type = 'user' and s.user_id = p_id or palimpsest.erasure_about(s.metadata, p_type, p_id)
    or 'mentions' = any (p_also) and concat_ws(' ', s.session_id, s.name, s.metadata) ~* p_pattern)
  union all
  select 'plans', p.plan_id, null, null from palimpsest.plan p
  where p.tenant_id = palimpsest.tenant() and (
    p_type = 'user' and p.user_id = p_id
    or palimpsest.erasure_about(p.goal_data, p_type, p_id) or palimpsest.erasure_about(p.state, p_type, p_id)
    or 'mentions' = any (p_also) and concat_ws(' ', p.goal_event, p.goal_data, p.state) ~* p_pattern)
  union all
  select 'plan_state', s.plan_id, s.key, null from palimpsest.plan_state s
  where s.tenant_id = palimpsest.tenant() and (
    palimpsest.erasure_about(s.value, p_type, p_id)
    or exists (select 1 from palimpsest.plan p
               where p.tenant_id = palimpsest.tenant() and p.plan_id = s.plan_id and p_type = 'user' and p.user_id = p_id)
    or 'mentions' = any (p_also) and concat_ws(' ', s.key, s.value) ~* p_pattern)
  union all
  select 'task_contexts', t.task_id, null, null from palimpsest.task_context t
  where t.tenant_id = palimpsest.tenant() and (
    palimpsest.erasure_about(t.data, p_type, p_id) or palimpsest.erasure_about(t.state, p_type, p_id)
    or exists (select 1 from palimpsest.plan p
               where p.tenant_id = palimpsest.tenant() and p.plan_id = t.plan_id and p_type = 'user' and p.user_id = p_id)
    or 'mentions' = any (p_also) and concat_ws(' ', t.data, t.state) ~* p_pattern)
  union all
  select 'working_memory', w.principal_id, w.session_id, null from palimpsest.working_memory w
  where w.tenant_id = palimpsest.tenant() and (
    p_type = 'user' and w.principal_id = p_id
    or 'mentions' = any (p_also) and concat_ws(' ', w.current_task, w.current_frame) ~* p_pattern)
  union all
  select 'working_items', w.principal_id, w.session_id, w.ref_id from palimpsest.working_item w
  where w.tenant_id = palimpsest.tenant() and (
    w.ref_id = any (p_ids) or 'mentions' = any (p_also) and w.summary ~* p_pattern)
  union all
  select 'working_threads', w.principal_id, w.session_id, w.thread_id from palimpsest.working_thread w
  where w.tenant_id = palimpsest.tenant() and (
    w.decision_id = any (p_ids) or 'mentions' = any (p_also) and w.description ~* p_pattern);
end;

-- How many rows of each kind an erasure would reach. For admins alone.
create function palimpsest.erasure_preview(p_type text, p_id text, p_also text[], p_pattern text) returns jsonb
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := palimpsest.tenant();
  ids text[];
  counts jsonb;
begin
  if palimpsest.role() is distinct from 'admin' or palimpsest.principal_type() = 'agent' then
    raise insufficient_privilege using message = 'only an admin erases';
  end if;
  ids := array(select palimpsest.erasure_reach(p_type, p_id, p_also, p_pattern));
  select coalesce(jsonb_object_agg(c.what, c.n), '{}') into counts from (
    select r.what, count(*) as n from palimpsest.erasure_rows(p_type, p_id, p_also, p_pattern, ids) r group by r.what) c;
  return jsonb_build_object(
    'memories', (select coalesce(jsonb_object_agg(k.kind, k.n), '{}') from (
      select m.kind, count(*) as n from palimpsest.memory m where m.tenant_id = here and m.id = any (ids) group by m.kind) k),
    'private', (select count(*) from palimpsest.memory m
      where m.tenant_id = here and m.id = any (ids) and m.visibility = 'private' and m.owner_id <> palimpsest.principal()),
    'documents', (select count(distinct a.head_id) from palimpsest.artifact a where a.tenant_id = here and a.memory_id = any (ids)),
    'edits', (select count(*) from palimpsest.memory_edit e where e.tenant_id = here and e.memory_id = any (ids)),
    'pending_edits', (select count(*) from palimpsest.memory_edit_pending e where e.tenant_id = here and e.memory_id = any (ids)),
    'outbox', (select count(*) from palimpsest.outbox o where o.tenant_id = here and o.memory_id = any (ids)),
    'conversations', (select count(distinct m.session_id) from palimpsest.memory m
      where m.tenant_id = here and m.id = any (ids)),
    'mentions', (select count(*) from palimpsest.memory m
      where m.tenant_id = here and m.text ~* p_pattern and not m.id in (select i.id from unnest(ids) i(id))),
    'mentioned_in', array(select m.id from palimpsest.memory m
      where m.tenant_id = here and m.text ~* p_pattern and not m.id in (select i.id from unnest(ids) i(id))
        and not m.retracted and not m.quarantined and palimpsest.visible(m.visibility, m.owner_id, m.audience)
      order by m.id limit 100),
    'principal', exists (select 1 from palimpsest.principal p
      where p_type = 'user' and p.tenant_id = here and p.principal_id = p_id))
    || counts;
end $$;

-- Files a request. Gives its id, or that of the one which is open for the same subject.
create function palimpsest.request_erasure(p_erasure text, p_type text, p_id text, p_digest text, p_also text[],
                                           p_reason text, p_matched jsonb, p_lasts interval) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := palimpsest.tenant();
begin
  if palimpsest.role() is distinct from 'admin' or palimpsest.principal_type() = 'agent' then
    raise insufficient_privilege using message = 'only an admin erases';
  end if;
  perform palimpsest.assert_not_suspended();
  update palimpsest.erasure e set status = 'expired'
  where e.tenant_id = here and e.status = 'pending' and e.expires_at <= clock_timestamp();
  insert into palimpsest.erasure
    (tenant_id, erasure_id, subject_type, subject_id, subject_digest, also, reason, matched, requested_by, expires_at)
  values (here, p_erasure, p_type, p_id, p_digest, p_also, p_reason, p_matched,
          palimpsest.principal_type() || ':' || palimpsest.principal(), clock_timestamp() + p_lasts)
  on conflict do nothing;
  return (select e.erasure_id from palimpsest.erasure e
          where e.tenant_id = here and e.subject_digest = p_digest and e.status in ('pending', 'running'));
end $$;

-- Erasures of the tenant as people who govern may see them: one by its id, or all before a place, newest first.
create function palimpsest.read_erasures(p_erasure text, p_status text, p_before timestamptz, p_before_id text,
                                         p_limit integer)
  returns table (erasure_id text, status text, subject_type text, subject_id text, subject_digest text, also text[],
                 reason text, matched jsonb, swept jsonb, requested_by text, requested_at timestamptz,
                 expires_at timestamptz, decided_by text, decided_at timestamptz, job_id text, residue jsonb,
                 finished_at timestamptz, receipt jsonb, signature text, audit_id text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select s.erasure_id, s.status, s.subject_type, s.subject_id, s.subject_digest, s.also, s.reason, s.matched, s.swept,
    s.requested_by, s.requested_at, s.expires_at, s.decided_by, s.decided_at, s.job_id, s.residue, s.finished_at,
    s.receipt, s.signature, s.audit_id
  from (
    select e.*, case
      when e.status = 'pending' and e.expires_at <= clock_timestamp() then 'expired'
      when e.status = 'running' and not exists (
        select 1 from palimpsest.job j where j.tenant_id = e.tenant_id and j.job_id = e.job_id
          and j.status in ('PENDING', 'PROCESSING')) then 'failed'
      else e.status end as now_status
    from palimpsest.erasure e
    where e.tenant_id = palimpsest.tenant() and palimpsest.role() in ('reviewer', 'admin')
      and palimpsest.principal_type() <> 'agent'
      and (p_erasure is null or e.erasure_id = p_erasure)
      and (p_before is null or (e.requested_at, e.erasure_id) < (p_before, p_before_id))
  ) e
  cross join lateral (select e.now_status as status, e.erasure_id, e.subject_type, e.subject_id, e.subject_digest, e.also,
    e.reason, e.matched, e.swept, e.requested_by, e.requested_at, e.expires_at, e.decided_by, e.decided_at, e.job_id,
    e.residue, e.finished_at, e.receipt, e.signature, e.audit_id) s
  where p_status is null or s.status = p_status
  order by s.requested_at desc, s.erasure_id desc limit p_limit;
end;

-- Decides on a request that waits. Approving takes another person than the one who asked; the operator, who is alone
-- at the machine, names the subject once more instead. False: it no longer waits.
create function palimpsest.decide_erasure(p_erasure text, p_approve boolean, p_job text, p_confirm text) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me text := palimpsest.principal_type() || ':' || palimpsest.principal();
  e record;
begin
  perform palimpsest.assert_not_suspended();
  select r.requested_by, r.subject_id into e from palimpsest.erasure r
  where r.tenant_id = palimpsest.tenant() and r.erasure_id = p_erasure and r.status = 'pending'
    and r.expires_at > clock_timestamp() for update;
  if not found then return false; end if;
  if p_approve then
    if palimpsest.principal_type() is distinct from 'human' or palimpsest.role() not in ('reviewer', 'admin')
       or (e.requested_by = me and not (palimpsest.operator() and p_confirm is not distinct from e.subject_id)) then
      raise insufficient_privilege using message = 'another person approves an erasure';
    end if;
  elsif palimpsest.role() is distinct from 'admin' or palimpsest.principal_type() = 'agent' then
    raise insufficient_privilege using message = 'only an admin cancels an erasure';
  end if;
  update palimpsest.erasure r
  set status = case when p_approve then 'running' else 'cancelled' end, decided_by = me,
      decided_at = clock_timestamp(), job_id = p_job
  where r.tenant_id = palimpsest.tenant() and r.erasure_id = p_erasure;
  return true;
end $$;

-- What a job works on. Nothing, unless the erasure was approved and is not done.
create function palimpsest.erasure_work(p_erasure text)
  returns table (subject_type text, subject_id text, subject_digest text, also text[], requested_by text,
                 requested_at timestamptz, decided_by text, decided_at timestamptz, reason text, swept jsonb)
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  update palimpsest.erasure e set status = 'running', residue = null
  where e.tenant_id = palimpsest.tenant() and e.erasure_id = p_erasure and e.status in ('running', 'failed')
  returning e.subject_type, e.subject_id, e.subject_digest, e.also, e.requested_by, e.requested_at, e.decided_by,
    e.decided_at, e.reason, e.swept;
end;

-- Notes the ids that the erasure reaches and had not reached before, and pieces of their texts for the scan. Gives the
-- number of memories among them.
create function palimpsest.erasure_collect(p_erasure text, p_pattern text) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := palimpsest.tenant();
  e record;
  found_now integer;
begin
  select r.subject_type, r.subject_id, r.also into strict e from palimpsest.erasure r
  where r.tenant_id = here and r.erasure_id = p_erasure and r.status = 'running' for update;
  insert into palimpsest.erasure_target (tenant_id, erasure_id, id, reading_position, session_id)
  select here, p_erasure, m.id, m.reading_position, m.session_id from palimpsest.memory m
  where m.tenant_id = here
    and m.id in (select palimpsest.erasure_reach(e.subject_type, e.subject_id, e.also, p_pattern))
  on conflict do nothing;
  get diagnostics found_now = row_count;
  -- What stands for a document goes with the last of its passages.
  insert into palimpsest.erasure_target (tenant_id, erasure_id, id, reading_position)
  select here, p_erasure, h.id, h.reading_position from palimpsest.memory h
  where h.tenant_id = here and h.kind = 'artifact'
    and exists (select 1 from palimpsest.artifact a join palimpsest.erasure_target t
                  on t.tenant_id = here and t.erasure_id = p_erasure and t.id = a.memory_id
                where a.tenant_id = here and a.head_id = h.id)
    and not exists (select 1 from palimpsest.artifact a
                    where a.tenant_id = here and a.head_id = h.id and not exists (
                      select 1 from palimpsest.erasure_target t
                      where t.tenant_id = here and t.erasure_id = p_erasure and t.id = a.memory_id))
  on conflict do nothing;
  insert into palimpsest.erasure_target (tenant_id, erasure_id, id)
  select here, p_erasure, o.id from palimpsest.erasure_target t
  cross join lateral (
    select a.artifact_id as id from palimpsest.artifact a
    where a.tenant_id = here and (a.memory_id = t.id or a.head_id = t.id)
    union all
    select ed.edit_id from palimpsest.memory_edit ed where ed.tenant_id = here and ed.memory_id = t.id
    union all
    select r.event_id from palimpsest.record r where r.tenant_id = here and r.memory_id = t.id) o
  where t.tenant_id = here and t.erasure_id = p_erasure and not t.swept and t.reading_position is not null
  on conflict do nothing;
  update palimpsest.erasure r set samples = array(
    select distinct s.piece from (
      select substring(o.text from '[^"\\[:cntrl:]]{24,80}') as piece
      from palimpsest.erasure_target t
      join palimpsest.memory m on m.tenant_id = here and m.id = t.id
      cross join lateral (
        select m.text as text union all
        select f.text from palimpsest.memory_original f where f.tenant_id = here and f.memory_id = m.id) o
      where t.tenant_id = here and t.erasure_id = p_erasure and not t.swept
      order by length(o.text) desc limit 20) s
    where s.piece is not null)
  where r.tenant_id = here and r.erasure_id = p_erasure and r.samples = '{}';
  return found_now;
end $$;

-- Deletes the next memories of an erasure with all that hangs on them, and gives their ids. Counts go along.
create function palimpsest.erasure_sweep(p_erasure text, p_limit integer) returns text[]
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := palimpsest.tenant();
  ids text[];
  counts jsonb;
begin
  perform 1 from palimpsest.erasure r
  where r.tenant_id = here and r.erasure_id = p_erasure and r.status = 'running' for update;
  if not found then raise exception 'the erasure does not run' using errcode = '42501'; end if;
  ids := array(
    select t.id from palimpsest.erasure_target t
    where t.tenant_id = here and t.erasure_id = p_erasure and not t.swept and t.reading_position is not null
    order by t.id limit p_limit);
  perform 1 from palimpsest.memory m where m.tenant_id = here and m.id = any (ids) order by m.id for update;
  select jsonb_build_object(
    'memories', (select count(*) from palimpsest.memory m where m.tenant_id = here and m.id = any (ids)),
    'capsules', (select count(*) from palimpsest.capsule c where c.tenant_id = here and c.memory_id = any (ids)),
    'revisions', (select count(*) from palimpsest.artifact a where a.tenant_id = here and a.memory_id = any (ids)),
    'edits', (select count(*) from palimpsest.memory_edit d where d.tenant_id = here and d.memory_id = any (ids)),
    'vectors', (select count(*) from palimpsest.memory_vector v where v.tenant_id = here and v.memory_id = any (ids)),
    'events', (select count(*) from palimpsest.record c where c.tenant_id = here and c.memory_id = any (ids)),
    'outbox', (select count(*) from palimpsest.outbox o where o.tenant_id = here and o.memory_id = any (ids))) into counts;
  with gone as materialized (
    select m.reading_position, m.word_count, m.retracted from palimpsest.memory m
    where m.tenant_id = here and m.id = any (ids)
  ), words as (
    delete from palimpsest.memory_term t using gone where t.tenant_id = here and t.reading_position = gone.reading_position
  )
  insert into palimpsest.lexicon_stat as s (tenant_id, shard, memories, words)
  select here, palimpsest.own_shard(), -count(*) filter (where not gone.retracted), -sum(gone.word_count)
  from gone having count(*) > 0
  on conflict (tenant_id, shard) do update
  set memories = s.memories + excluded.memories, words = s.words + excluded.words;
  update palimpsest.fact_count c set facts = c.facts - f.n from (
    select m.owner_id, m.attributes->>'category' as category, count(*) as n from palimpsest.memory m
    where m.tenant_id = here and m.id = any (ids) and m.kind = 'fact' and m.status = 'active' and not m.retracted
    group by 1, 2) f
  where c.tenant_id = here and c.owner_id = f.owner_id and c.category = f.category;
  perform set_config('palimpsest.deletes_tenant', 'on', true);
  delete from palimpsest.memory m where m.tenant_id = here and m.id = any (ids);
  perform set_config('palimpsest.deletes_tenant', '', true);
  update palimpsest.erasure_target t set swept = true
  where t.tenant_id = here and t.erasure_id = p_erasure and t.id = any (ids);
  perform palimpsest.erasure_count(p_erasure, counts);
  return ids;
end $$;

-- Adds numbers to those of an erasure.
create function palimpsest.erasure_count(p_erasure text, p_counts jsonb) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  update palimpsest.erasure e set swept = (
    select coalesce(jsonb_object_agg(n.key, n.total), '{}') from (
      select k.key, sum(k.value::bigint) as total
      from (select * from jsonb_each_text(e.swept) union all select * from jsonb_each_text(p_counts)) k
      group by k.key having sum(k.value::bigint) > 0) n)
  where e.tenant_id = palimpsest.tenant() and e.erasure_id = p_erasure;
end;

-- Erases the rows beside the memories. A context keeps its ids and scores, so that a replay can say what was erased.
create function palimpsest.erasure_sweep_rows(p_erasure text, p_pattern text) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := palimpsest.tenant();
  e record;
  ids text[];
  counts jsonb;
begin
  select r.subject_type, r.subject_id, r.subject_digest, r.also into strict e from palimpsest.erasure r
  where r.tenant_id = here and r.erasure_id = p_erasure and r.status = 'running' for update;
  ids := array(select t.id from palimpsest.erasure_target t where t.tenant_id = here and t.erasure_id = p_erasure);
  perform set_config('palimpsest.erases', 'on', true);
  with found as materialized (
    select * from palimpsest.erasure_rows(e.subject_type, e.subject_id, e.also, p_pattern, ids)
  ), events as (
    delete from palimpsest.record r using found f where f.what = 'events' and r.tenant_id = here and r.event_id = f.key1
  ), contexts as (
    update palimpsest.receipt r
    set erased_at = clock_timestamp(),
        inputs = r.inputs - 'query_text' - 'subject_id' - 'subject_type' || jsonb_build_object('query', '')
    from found f where f.what = 'contexts' and r.tenant_id = here and r.acb_id = f.key1
  ), shown as (
    update palimpsest.receipt_item i set digest = null, score = null
    where i.tenant_id = here and i.memory_id = any (ids) and (i.digest is not null or i.score is not null)
  ), jobs as (
    delete from palimpsest.job j using found f where f.what = 'jobs' and j.tenant_id = here and j.job_id = f.key1
  ), answers as (
    delete from palimpsest.idempotency i using found f
    where f.what = 'answers' and i.tenant_id = here and i.principal_id = f.key1 and i.key = f.key2
  ), activations as (
    delete from palimpsest.active_context c using found f
    where f.what = 'activations' and c.tenant_id = here and c.active_context_id = f.key1
  ), items as (
    delete from palimpsest.capsule_item i using found f
    where f.what = 'capsule_items' and i.tenant_id = here and i.capsule_id = f.key1 and i.position = f.key2::integer
    returning i.capsule_id
  ), fewer as (
    update palimpsest.capsule c set item_count = c.item_count - n.items
    from (select items.capsule_id, count(*)::integer as items from items group by items.capsule_id) n
    where c.tenant_id = here and c.memory_id = n.capsule_id
  ), sessions as (
    delete from palimpsest.session s using found f
    where f.what = 'sessions' and s.tenant_id = here and s.user_id = f.key1 and s.session_id = f.key2
  ), tasks as (
    delete from palimpsest.task_context t using found f
    where f.what = 'task_contexts' and t.tenant_id = here and t.task_id = f.key1
  ), states as (
    delete from palimpsest.plan_state s using found f
    where f.what = 'plan_state' and s.tenant_id = here and s.plan_id = f.key1 and s.key = f.key2
  ), plans as (
    delete from palimpsest.plan p using found f where f.what = 'plans' and p.tenant_id = here and p.plan_id = f.key1
  ), minds as (
    delete from palimpsest.working_memory w using found f
    where f.what = 'working_memory' and w.tenant_id = here and w.principal_id = f.key1 and w.session_id = f.key2
  ), in_mind as (
    delete from palimpsest.working_item w using found f
    where f.what = 'working_items' and w.tenant_id = here and w.principal_id = f.key1 and w.session_id = f.key2
      and w.ref_id = f.key3
  ), threads as (
    delete from palimpsest.working_thread w using found f
    where f.what = 'working_threads' and w.tenant_id = here and w.principal_id = f.key1 and w.session_id = f.key2
      and w.thread_id = f.key3
  )
  select coalesce(jsonb_object_agg(c.what, c.n), '{}') into counts
  from (select found.what, count(*) as n from found group by found.what) c;
  perform set_config('palimpsest.erases', '', true);
  -- A conversation of which nothing is left needs no place to go on from.
  delete from palimpsest.thread t
  where t.tenant_id = here and t.session_id in (
      select s.session_id from palimpsest.erasure_target s
      where s.tenant_id = here and s.erasure_id = p_erasure and s.session_id is not null)
    and not exists (select 1 from palimpsest.memory m where m.tenant_id = here and m.session_id = t.session_id);
  -- Earlier requests about the same subject name it no longer.
  update palimpsest.erasure o set subject_type = null, subject_id = null
  where o.tenant_id = here and o.subject_digest = e.subject_digest and o.status not in ('pending', 'running')
    and o.subject_id is not null;
  perform palimpsest.erasure_count(p_erasure, counts);
  return counts;
end $$;
grant execute on function palimpsest.erasure_preview(text, text, text[], text),
  palimpsest.request_erasure(text, text, text, text, text[], text, jsonb, interval),
  palimpsest.read_erasures(text, text, timestamptz, text, integer),
  palimpsest.decide_erasure(text, boolean, text, text) to palimpsest_app;
grant execute on function palimpsest.erasure_work(text), palimpsest.erasure_collect(text, text),
  palimpsest.erasure_sweep(text, integer), palimpsest.erasure_sweep_rows(text, text) to palimpsest_worker;

-- Tables of a tenant, from the catalogue: a table that is added later is scanned too.
create function palimpsest.erasure_tables() returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select c.relname::text from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
  where c.relnamespace = 'palimpsest'::regnamespace and c.relkind in ('r', 'p') order by c.relname;
end;

-- Reads a page of a table, every column that can hold text, and counts the rows in which an erased id stands as a value
-- (exact) or inside of a document or list (inside), a piece of an erased text, the subject as what the row is about, and
-- its name. Gives the key of the page's last row; null if it was the last page.
create function palimpsest.erasure_scan(p_erasure text, p_pattern text, p_table text, p_after text[], p_limit integer)
  returns table (last text[], exact bigint, inside bigint, pieces bigint, about bigint, names bigint)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := palimpsest.tenant();
  relation oid := format('palimpsest.%I', p_table)::regclass;
  e record;
  words text;
  documents text;
  subject text;
  keys text;
  later text;
  casts text;
begin
  select r.subject_type, r.subject_id, r.samples into strict e from palimpsest.erasure r
  where r.tenant_id = here and r.erasure_id = p_erasure and r.status = 'running';
  select string_agg(format('t.%I::text', a.attname), ', ') filter (where a.atttypid in (
           'text'::regtype, 'varchar'::regtype, 'name'::regtype)),
         string_agg(case when a.atttypid = 'bytea'::regtype then format($f$encode(t.%I, 'escape')$f$, a.attname)
                         else format('t.%I::text', a.attname) end, ', ') filter (where a.atttypid not in (
           'text'::regtype, 'varchar'::regtype, 'name'::regtype)),
         case when bool_or(a.attname = 'subject_id') then
           't.subject_id = $4 and (t.subject_type = $5 or t.subject_type is null)' else 'false' end
  into words, documents, subject
  from pg_attribute a
  where a.attrelid = relation and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and (a.atttypid in ('text'::regtype, 'varchar'::regtype, 'name'::regtype, 'json'::regtype, 'jsonb'::regtype,
                        'bytea'::regtype, 'tsvector'::regtype) or format_type(a.atttypid, null) like '%[]');
  select string_agg(format('t.%I', a.attname), ', ' order by k.n),
         string_agg(format('t.%I::text', a.attname), ', ' order by k.n),
         string_agg(format('$6[%s]::%s', k.n, format_type(a.atttypid, a.atttypmod)), ', ' order by k.n)
  into keys, later, casts
  from pg_index i cross join lateral unnest(i.indkey) with ordinality k(attnum, n)
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
  where i.indrelid = relation and i.indisprimary;
  return query execute format($q$
    with page as materialized (
      select array[%1$s] as key, row_number() over (order by %6$s) as n, array_remove(array[%2$s]::text[], null) as words,
        concat_ws(' ', %3$s) as documents, coalesce(%4$s, false) as about
      from palimpsest.%5$I t
      where t.tenant_id = $1 and ($6::text[] is null or (%6$s) > (%7$s))
      order by %6$s limit $7
    ), seen as (
      select page.key, page.about,
        exists (select 1 from palimpsest.erasure_target x
                where x.tenant_id = $1 and x.erasure_id = $2 and x.id = any (page.words)) as exact,
        exists (select 1 from regexp_split_to_table(page.documents, '[^A-Za-z0-9_:.-]+') w(word)
                join palimpsest.erasure_target x on x.tenant_id = $1 and x.erasure_id = $2 and x.id = w.word) as inside,
        exists (select 1 from unnest($3::text[]) s(piece)
                where strpos(array_to_string(page.words, ' ') || ' ' || page.documents, s.piece) > 0) as pieces,
        (array_to_string(page.words, ' ') || ' ' || page.documents) ~* $8 as names
      from page
    )
    select case when count(*) < $7 then null else (select page.key from page order by page.n desc limit 1) end,
      count(*) filter (where seen.exact), count(*) filter (where seen.inside), count(*) filter (where seen.pieces),
      count(*) filter (where seen.about), count(*) filter (where seen.names)
    from seen $q$, later, coalesce(words, 'null'), coalesce(documents, 'null::text'), subject, p_table, keys, casts)
  using here, p_erasure, e.samples, e.subject_id, e.subject_type, p_after, p_limit, p_pattern;
end $$;

-- Ends an erasure of which nothing was found again. It no longer names the subject.
create function palimpsest.finish_erasure(p_erasure text, p_receipt jsonb, p_signature text, p_audit text,
                                          p_finished timestamptz) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update palimpsest.erasure e
  set status = 'done', subject_type = null, subject_id = null, samples = '{}', residue = null, receipt = p_receipt,
      signature = p_signature, audit_id = p_audit, finished_at = p_finished
  where e.tenant_id = palimpsest.tenant() and e.erasure_id = p_erasure and e.status = 'running';
  if not found then raise exception 'the erasure does not run' using errcode = '42501'; end if;
  delete from palimpsest.erasure_target t where t.tenant_id = palimpsest.tenant() and t.erasure_id = p_erasure;
end $$;

-- Something was found again: it stays open to be looked at, and can be run once more.
create function palimpsest.fail_erasure(p_erasure text, p_residue jsonb) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  update palimpsest.erasure e set status = 'failed', residue = p_residue
  where e.tenant_id = palimpsest.tenant() and e.erasure_id = p_erasure and e.status = 'running';
end;

-- Of these keyed digests of subjects, those that were erased, and when last. For imports of what was exported before.
create function palimpsest.erased_subjects(p_digests text[]) returns table (subject_digest text, finished_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select e.subject_digest, max(e.finished_at) from palimpsest.erasure e
  where e.tenant_id = palimpsest.tenant() and e.subject_digest = any (p_digests) and e.status = 'done'
  group by e.subject_digest;
end;

grant execute on function palimpsest.erasure_tables(),
  palimpsest.erasure_scan(text, text, text, text[], integer),
  palimpsest.finish_erasure(text, jsonb, text, text, timestamptz),
  palimpsest.fail_erasure(text, jsonb) to palimpsest_worker;
grant execute on function palimpsest.erased_subjects(text[]) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
