-- A long text is written in steps, so that others are served in between: its passages stand by in the state pending, which
-- no read shows, until one short transaction puts all of them in force. What a process that ended left behind is erased.

create index memory_pending on palimpsest.memory (tenant_id, recorded_at) where status = 'pending';

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Puts passages of the caller's in force that stand by; gives their number.
create function palimpsest.put_in_force(p_ids text[]) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  put integer;
begin
  perform palimpsest.assert_not_suspended();
  with changed as (
    update palimpsest.memory m set status = 'active'
    where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids) and m.owner_id = palimpsest.principal()
      and m.kind = 'chunk' and m.status = 'pending' and not m.retracted
    returning m.id
  ), logged as (
    insert into palimpsest.memory_state (tenant_id, memory_id, status, actor_id)
    select palimpsest.tenant(), c.id, 'active', palimpsest.principal() from changed c order by c.id
  )
  select count(*) into put from changed;
  return put;
end $$;
grant execute on function palimpsest.put_in_force(text[]) to palimpsest_app;

-- Erases passages of the caller's that stand by and will not come into force.
create function palimpsest.drop_pending(p_ids text[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform palimpsest.erase_memories(array(
    select m.id from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids) and m.owner_id = palimpsest.principal()
      and m.kind = 'chunk' and m.status = 'pending'));
end $$;
grant execute on function palimpsest.drop_pending(text[]) to palimpsest_app;

-- Erases passages of the transaction's tenant that have stood by for an hour: whoever wrote them has ended. Gives their
-- number.
create function palimpsest.erase_unfinished_texts(p_limit integer) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  due text[];
begin
  due := array(
    select m.id from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.kind = 'chunk' and m.status = 'pending' and not m.retracted
      and m.recorded_at < clock_timestamp() - interval '1 hour'
    order by m.recorded_at, m.id limit p_limit for update skip locked);
  perform palimpsest.erase_memories(due);
  return cardinality(due);
end $$;
grant execute on function palimpsest.erase_unfinished_texts(integer) to palimpsest_worker;

-- As before, but gives the passages and events that have left searches: guard_passages takes the words from them, which for
-- a long text is done in steps once this is committed. Until then every read leaves them out by their state.
drop function palimpsest.make_latest(text, text);
create function palimpsest.make_latest(p_head text, p_artifact text) returns text[]
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  before text[];
  after text[];
  back text[];
  gone text[];
begin
  update palimpsest.artifact a set is_latest = false
  where a.tenant_id = palimpsest.tenant() and a.head_id = p_head and a.owner_id = palimpsest.principal()
    and a.is_latest and a.artifact_id <> p_artifact
  returning a.chunk_ids into before;
  update palimpsest.artifact a set is_latest = true
  where a.tenant_id = palimpsest.tenant() and a.head_id = p_head and a.owner_id = palimpsest.principal()
    and a.artifact_id = p_artifact
  returning a.chunk_ids into after;
  before := before || array(select palimpsest.events_on(before));
  after := after || array(select palimpsest.events_on(after));
  with changed as (
    update palimpsest.memory m set status = case when m.id = any (after) then 'active' else 'superseded' end
    where m.tenant_id = palimpsest.tenant() and m.id = any (before || after) and m.owner_id = palimpsest.principal()
      and m.status <> 'replaced' and m.status <> case when m.id = any (after) then 'active' else 'superseded' end
    returning m.id, m.status
  ), logged as (
    insert into palimpsest.memory_state (tenant_id, memory_id, status, actor_id)
    select palimpsest.tenant(), c.id, c.status, palimpsest.principal() from changed c order by c.id
  )
  select array_agg(c.id) filter (where c.status = 'active'), array_agg(c.id) filter (where c.status = 'superseded')
  into back, gone from changed c;
  perform palimpsest.guard_passages(back);
  return coalesce(gone, '{}');
end $$;
grant execute on function palimpsest.make_latest(text, text) to palimpsest_app;
grant execute on function palimpsest.guard_passages(text[]) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
