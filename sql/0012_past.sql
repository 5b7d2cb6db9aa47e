-- Reads of the past: what was committed by a moment, and what has been withheld since.

-- The transaction that wrote a row. With the snapshot in a receipt it tells what a context could see: an edit may have
-- been given its time before the context was built, and have been committed after. Rows from before this migration carry
-- the transaction of the migration, which every later snapshot sees.
alter table palimpsest.memory add column transaction_id xid8 not null default pg_current_xact_id();
alter table palimpsest.memory_edit_event add column transaction_id xid8 not null default pg_current_xact_id();
alter table palimpsest.memory_state add column transaction_id xid8 not null default pg_current_xact_id();
alter table palimpsest.record add column transaction_id xid8 not null default pg_current_xact_id();
grant select (transaction_id) on palimpsest.record to palimpsest_app;

-- What the context read (null in receipts from before this migration), and with whose eyes: type, role and teams of the
-- principal at that time.
alter table palimpsest.receipt add column snapshot pg_snapshot, add column reader jsonb;
-- A keyed digest of the text as it was shown, by which it can be verified without showing it again.
alter table palimpsest.receipt_item add column digest text;

-- The call showed what edits have hidden.
alter table palimpsest.audit_entry add column saw_originals boolean not null default false;

-- Was a row, written at p_at by p_transaction, there at p_moment for a reader with this snapshot? Transaction ids start
-- anew where a dump is restored, so the snapshot decides only on rows that are young enough to be in doubt: no
-- transaction of ours takes an hour, and none begins much later than the time that it writes.
create function palimpsest.was_committed(p_transaction xid8, p_at timestamptz, p_snapshot pg_snapshot,
                                         p_moment timestamptz) returns boolean
  language sql stable parallel safe
  return p_at <= p_moment and (p_snapshot is null or pg_visible_in_snapshot(p_transaction, p_snapshot)
    or p_at < p_moment - case when p_transaction >= pg_snapshot_xmax(p_snapshot) then interval '10 seconds'
                              else interval '1 hour' end);

-- May the caller look at what edits have hidden? The application asks for the permission on top of the role.
create function palimpsest.sees_originals() returns boolean
  language sql stable parallel safe
  return palimpsest.role() in ('reviewer', 'admin');

drop function palimpsest.edited_since(timestamptz);
drop function palimpsest.states(text[], timestamptz, text, jsonb);

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

drop function palimpsest.fold(text, timestamptz, text, jsonb);
drop function palimpsest.lexicon_at(timestamptz, text[]);

-- The effective state of a memory: its original and the approved edits up to p_at that a reader with p_snapshot could
-- see, in the order in which they were applied, followed by one that is only simulated (p_op, p_patch). A restore cancels the earlier edits that it names:
-- all of them, those of one op, of one channel, or a single one. The text is null for kinds that compose it from their
-- attributes. `edited_by`: who answers for the words that edits have put in, which is whoever proposed them, or the person
-- who approved what an agent or a service proposed. Only functions of the definer call this.
create function palimpsest.fold(p_id text, p_at timestamptz, p_op text, p_patch jsonb, p_snapshot pg_snapshot default null)
  returns table (text text, attributes jsonb, importance real, retracted boolean, quarantined boolean, amended boolean,
                 edited_by text[], blocked_channels text[], edit_count integer)
  language sql stable rows 1 security definer set search_path = pg_catalog, pg_temp
begin atomic
  with edit as (
    select v.edit_id, v.seq, e.op, e.patch,
      case when v.actor_type = 'human' and e.proposer_type <> 'human' then 'human:' || v.actor_id
           else e.proposer_type || ':' || e.proposer_id end as editor
    from palimpsest.memory_edit_event v
    join palimpsest.memory_edit e on e.tenant_id = v.tenant_id and e.edit_id = v.edit_id
    where v.tenant_id = palimpsest.tenant() and v.memory_id = p_id and v.status = 'approved'
      and (p_at is null or palimpsest.was_committed(v.transaction_id, v.at, p_snapshot, p_at))
    union all
    select '', 9223372036854775807, p_op, p_patch, palimpsest.principal_type() || ':' || palimpsest.principal()
    where p_op is not null
  ), live as (
    select e.* from edit e
    where e.op <> 'restore' and not exists (
      select 1 from edit r
      where r.op = 'restore' and r.seq > e.seq
        and (r.patch->>'op' is null or r.patch->>'op' = e.op)
        and (r.patch->>'channel' is null or r.patch->>'channel' = e.patch->>'channel')
        and (r.patch->>'edit_id' is null or r.patch->>'edit_id' = e.edit_id))
  ), has as (
    -- Most memories have few edits of one sort. Not computing what is not there saved 13% of the time.
    select coalesce(bool_or(op = 'retract'), false) as retract, coalesce(bool_or(op = 'quarantine'), false) as quarantine,
      coalesce(bool_or(op = 'block'), false) as block, coalesce(bool_or(patch ? 'text'), false) as text,
      coalesce(bool_or(patch ? 'attributes'), false) as attributes,
      coalesce(bool_or(patch ?| array['importance', 'importance_delta']), false) as importance
    from live
  )
  select
    case when o.text is null then null
         when has.text then (select patch->>'text' from live where patch ? 'text' order by seq desc limit 1)
         else o.text end,
    case when has.attributes then (
           select (o.attributes - array_agg(last.key))
             || coalesce(jsonb_object_agg(last.key, last.value) filter (where last.value <> 'null'::jsonb), '{}'::jsonb)
           from (select distinct on (a.key) a.key, a.value
                 from live cross join lateral jsonb_each(live.patch->'attributes') a
                 order by a.key, live.seq desc) last)
         else o.attributes end,
    -- The last absolute value, and the changes after it.
    case when has.importance then (
           select least(1, greatest(0,
             coalesce((select (patch->>'importance')::float8 from live where live.seq = a.seq), o.importance)
             + coalesce((select sum((patch->>'importance_delta')::float8) from live where live.seq > a.seq), 0)))::real
           from (select coalesce(max(seq), 0) as seq from live where patch ? 'importance') a)
         else o.importance end,
    has.retract, has.quarantine, has.text or has.attributes,
    case when has.text or has.attributes then array(
           select distinct l.editor from (
             (select live.editor from live where patch ? 'text' order by seq desc limit 1)
             union all
             (select last.editor from (
                select distinct on (a.key) a.key, live.editor
                from live cross join lateral jsonb_each(live.patch->'attributes') a
                order by a.key, live.seq desc) last)) l
           order by 1)
         else '{}' end,
    case when has.block then array(select distinct patch->>'channel' from live where op = 'block' order by 1) else '{}' end,
    (select count(*)::integer from edit where seq < 9223372036854775807)
  from palimpsest.memory_original o, has
  where o.tenant_id = palimpsest.tenant() and o.memory_id = p_id;
end;

-- For the memories that were amended before this migration.
do $$
declare
  t record;
begin
  for t in select tenant_id from palimpsest.tenant loop
    perform set_config('palimpsest.tenant', t.tenant_id, true);
    update palimpsest.memory m
    set edited_by = coalesce((select f.edited_by from palimpsest.fold(m.id, null, null, null) f), '{}')
    where m.tenant_id = t.tenant_id and m.amended;
  end loop;
  perform set_config('palimpsest.tenant', '', true);
end $$;

-- The state of memories that the caller may see, now, at a moment, or with a simulated edit. What a retracted memory
-- said stays hidden. Of the past, so do the words of memories that have since been retracted, reworded or have expired,
-- unless somebody who may see originals asks for them. `reworded`: it reads otherwise today.
create function palimpsest.states(p_ids text[], p_at timestamptz default null, p_op text default null,
                                  p_patch jsonb default null, p_snapshot pg_snapshot default null,
                                  p_see_withheld boolean default false)
  returns table (id text, text text, attributes jsonb, importance real, retracted boolean, quarantined boolean,
                 amended boolean, edited_by text[], blocked_channels text[], edit_count integer, status text,
                 reworded boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id, case when w.shown then f.text end, case when w.shown then f.attributes end, f.importance,
    f.retracted, f.quarantined, f.amended, f.edited_by, f.blocked_channels, f.edit_count,
    case when p_at is null then m.status else coalesce((
      select s.status from palimpsest.memory_state s
      where s.tenant_id = m.tenant_id and s.memory_id = m.id
        and palimpsest.was_committed(s.transaction_id, s.at, p_snapshot, p_at)
      order by s.seq desc limit 1), m.status) end,
    w.reworded
  from palimpsest.memory m, palimpsest.fold(m.id, p_at, p_op, p_patch, p_snapshot) f,
    lateral (select f.attributes <> m.attributes or coalesce(f.text <> m.text, false) as reworded offset 0) r,
    lateral (select r.reworded, not f.retracted and (p_at is null or (p_see_withheld and palimpsest.sees_originals())
      or not (m.retracted or r.reworded or coalesce(m.expires_at <= now(), false))) as shown offset 0) w
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
    and palimpsest.visible(m.visibility, m.owner_id, m.audience)
    and (m.kind <> 'capsule' or m.owner_id = palimpsest.principal() or palimpsest.chain_open(m.id) is not false)
    and (p_at is null or palimpsest.was_committed(m.transaction_id, m.recorded_at, p_snapshot, p_at));
end;
grant execute on function palimpsest.states(text[], timestamptz, text, jsonb, pg_snapshot, boolean) to palimpsest_app;

-- How many memories and words the index held at a moment, whoever may see them, without those named.
create function palimpsest.lexicon_at(p_at timestamptz, p_without text[], p_snapshot pg_snapshot default null)
  returns table (memories bigint, words bigint)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select count(*), coalesce(sum(m.word_count), 0)::bigint
  from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and not m.retracted and not (m.id = any (p_without))
    and palimpsest.was_committed(m.transaction_id, m.recorded_at, p_snapshot, p_at);
end;
grant execute on function palimpsest.lexicon_at(timestamptz, text[], pg_snapshot) to palimpsest_app;

-- Was a capsule open at a moment, and were all capsules that it was forwarded from?
create function palimpsest.capsule_was_open(p_capsule text, p_at timestamptz, p_snapshot pg_snapshot default null)
  returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with recursive chain as (
    select c.* from palimpsest.capsule c
    where c.tenant_id = palimpsest.tenant() and c.memory_id = p_capsule
    union all
    select c.* from palimpsest.capsule c
    join chain on c.tenant_id = palimpsest.tenant() and c.memory_id = chain.forwarded_from
  )
  select coalesce(bool_and(c.created_at <= p_at and c.expires_at > p_at
    and (c.revoked_at is null or c.revoked_at > p_at) and not f.retracted and not f.quarantined), false)
  from chain c cross join lateral palimpsest.fold(c.memory_id, p_at, null, null, p_snapshot) f;
end;
grant execute on function palimpsest.capsule_was_open(text, timestamptz, pg_snapshot) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;

-- The memories that were edited after a moment, as far as the caller may see them: those that a read of the past must
-- fold anew. It runs with the caller's rights, so the planner inlines it.
create function palimpsest.edited_since(p_at timestamptz, p_snapshot pg_snapshot default null) returns setof text
  language sql stable
begin atomic
  select distinct v.memory_id from palimpsest.memory_edit_event v
  where v.tenant_id = palimpsest.tenant() and v.status = 'approved'
    and v.at > p_at - case when p_snapshot is null then interval '0' else interval '1 hour' end
    and not palimpsest.was_committed(v.transaction_id, v.at, p_snapshot, p_at);
end;
