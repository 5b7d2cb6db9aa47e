-- A key is never more than its maker.

-- The API key by which the caller of this transaction came; null if it came in another way.
create function palimpsest.key() returns text
  language sql stable parallel safe
  return nullif(current_setting('palimpsest.key', true), '');

-- Whether the caller is the operator: the person at a machine without auth, or whoever has the database's own login.
create function palimpsest.operator() returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('palimpsest.operator', true), '') = 'on';

-- Who made a key, as type:id, and with which key. Both are null for keys that are older than these columns.
alter table palimpsest.api_key
  add column made_by text,
  add column made_by_key text,
  add foreign key (tenant_id, made_by_key) references palimpsest.api_key;
create index api_key_made_by_key on palimpsest.api_key (tenant_id, made_by_key) where made_by_key is not null;

-- May the caller make this key? The operator may make any. A token makes keys for its own principal and teams. A key
-- makes keys within its own principal, role, scopes, teams, grants and life; it is locked, so that it cannot be revoked
-- at the same time and leave a key that nobody revokes. Empty scopes mean the whole role.
create function palimpsest.may_make_key(p_principal text, p_role text, p_scopes text[], p_teams text[], p_grants text[],
                                        p_expires timestamptz) returns boolean
  language plpgsql volatile as $$
declare
  roles constant text[] := array['reader', 'writer', 'reviewer', 'admin'];
  maker record;
begin
  if palimpsest.role() <> 'admin' then return false; end if;
  if palimpsest.operator() then return true; end if;
  if palimpsest.key() is null then
    return p_principal = palimpsest.principal() and not 'identity:impersonate' = any (p_scopes)
      and array(select 'team:' || team from unnest(p_teams) team) <@ palimpsest.readers();
  end if;
  select k.principal_id, k.role, k.scopes, k.teams, k.grants, k.expires_at into maker
  from palimpsest.api_key k
  where k.tenant_id = palimpsest.tenant() and k.key_id = palimpsest.key() and k.revoked_at is null
    and (k.expires_at is null or k.expires_at > clock_timestamp())
  for share;
  return found
    and (p_principal = maker.principal_id or 'identity:impersonate' = any (maker.scopes))
    and array_position(roles, p_role) <= array_position(roles, maker.role)
    and case when cardinality(maker.scopes) = 0 then not 'identity:impersonate' = any (p_scopes)
             else cardinality(p_scopes) > 0 and p_scopes <@ maker.scopes end
    and p_teams <@ maker.teams and p_grants <@ maker.grants
    and (maker.expires_at is null or coalesce(p_expires <= maker.expires_at, false));
end $$;

drop policy tenant_only on palimpsest.api_key;
create policy of_tenant on palimpsest.api_key for select to palimpsest_app, palimpsest_worker
  using (tenant_id = palimpsest.tenant());
create policy admin_revokes on palimpsest.api_key for update to palimpsest_app
  using (tenant_id = palimpsest.tenant() and palimpsest.role() = 'admin');
create policy within_maker on palimpsest.api_key for insert to palimpsest_app
  with check (tenant_id = palimpsest.tenant()
              and made_by = palimpsest.principal_type() || ':' || palimpsest.principal()
              and made_by_key is not distinct from palimpsest.key()
              and palimpsest.may_make_key(principal_id, role, scopes, teams, grants, expires_at));
