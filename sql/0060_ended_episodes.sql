-- The past of an episode that has ended since.

-- A memory reads otherwise today than it did, so that what it said is withheld. What comes of an episode only adds to
-- it: what was said before still stands, and is shown as it was. A memory that is composed of its attributes has no text.
create function palimpsest.is_reworded(
  p_kind text, p_then_text text, p_then_attributes jsonb, p_text text, p_attributes jsonb)
  returns boolean language sql immutable parallel safe
begin atomic
  select coalesce(p_then_text <> p_text, false) or (p_then_attributes <> p_attributes and not (
    p_kind = 'episode'
    and p_then_attributes - array['outcome', 'ended_at', 'lessons_learned', 'surprise_level']
      = p_attributes - array['outcome', 'ended_at', 'lessons_learned', 'surprise_level']
    and not exists (
      select 1 from unnest(array['outcome', 'ended_at', 'lessons_learned', 'surprise_level']) e(key)
      where coalesce(p_then_attributes->e.key, 'null') not in ('null', '"ongoing"', '[]')
        and p_then_attributes->e.key is distinct from p_attributes->e.key)));
end;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

create or replace function palimpsest.states(p_ids text[], p_at timestamptz default null, p_op text default null,
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
    lateral (select palimpsest.is_reworded(m.kind, f.text, f.attributes, m.text, m.attributes) as reworded offset 0) r,
    lateral (select r.reworded, not f.retracted and (p_at is null or (p_see_withheld and palimpsest.sees_originals())
      or not (m.retracted or r.reworded or coalesce(m.expires_at <= now(), false))) as shown offset 0) w
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
    and (palimpsest.visible(m.visibility, m.owner_id, m.audience) or (m.kind = 'capsule' and palimpsest.governs_capsules()))
    and (m.kind <> 'capsule' or m.owner_id = palimpsest.principal() or palimpsest.governs_capsules()
         or palimpsest.chain_open(m.id) is not false)
    and (p_at is null or palimpsest.was_committed(m.transaction_id, m.recorded_at, p_snapshot, p_at));
end;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
