-- A function in SQL is planned anew by each statement that calls it, which took most of the time of an edit. One in PL/pgSQL
-- keeps its plans for the session. They find their rows by key, so that one plan suits all values.

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- As before.
create or replace function palimpsest.fold(
  p_id text, p_at timestamptz, p_op text, p_patch jsonb, p_snapshot pg_snapshot default null)
  returns table (text text, attributes jsonb, importance real, retracted boolean, quarantined boolean, amended boolean,
                 edited_by text[], blocked_channels text[], edit_count integer)
  language plpgsql stable rows 1 security definer set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
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
end $$;

-- As before.
create or replace function palimpsest.lock_memories(p_ids text[]) returns table (id text, edit_count integer, retracted boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  select m.id, m.edit_count, m.retracted from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
    and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
  order by m.id for no key update;
end $$;

-- As before.
create or replace function palimpsest.emit_events(p_events jsonb) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into palimpsest.outbox (tenant_id, event_id, type, agent_id, memory_id, kind, data, own)
  select palimpsest.tenant(), e.event_id, e.type, palimpsest.principal(), e.memory_id, e.kind, e.data, e.own
  from jsonb_to_recordset(p_events)
    as e(event_id text, type text, memory_id text, kind text, data jsonb, own jsonb)
  order by e.event_id;
end $$;

alter function palimpsest.refold_many(text[]) set plan_cache_mode = force_generic_plan;
alter function palimpsest.refold(text, text, jsonb, text, text, integer, text, text, integer, integer, vector)
  set plan_cache_mode = force_generic_plan;

-- It gives one row at most. With more the planner expected a new plan for each write to be worth its time.
alter function palimpsest.tombstone(text, text, text, text) rows 1;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
