/** What the catalogue says of schema `palimpsest`. */

const ours = `n.nspname = 'palimpsest'`;

export const tables = `
select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
  pg_get_userbyid(c.relowner) as owner,
  coalesce((select array_agg(a.attname::text order by k.n)
            from pg_index i cross join unnest(i.indkey::int[]) with ordinality k(attnum, n)
            join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
            where i.indrelid = c.oid and i.indisprimary and k.n <= i.indnkeyatts), '{}') as key
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where ${ours} and c.relkind in ('r', 'p', 'm', 'f') order by 1`;

export const foreignKeys = `
select con.conname as name, con.conrelid::regclass::text as from_table, con.confrelid::regclass::text as to_table,
  array(select a.attname::text from unnest(con.conkey) with ordinality k(attnum, n)
        join pg_attribute a on a.attrelid = con.conrelid and a.attnum = k.attnum order by k.n) as columns,
  array(select a.attname::text from unnest(con.confkey) with ordinality k(attnum, n)
        join pg_attribute a on a.attrelid = con.confrelid and a.attnum = k.attnum order by k.n) as refers,
  con.confdeltype = 'c' as cascades
from pg_constraint con join pg_namespace n on n.oid = con.connamespace
where ${ours} and con.contype = 'f' order by 1`;

export const uniques = `
select x.relname as name, t.relname as "table",
  array(select a.attname::text from unnest(i.indkey::int[]) with ordinality k(attnum, n)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
        where k.n <= i.indnkeyatts order by k.n) as columns
from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
join pg_namespace n on n.oid = t.relnamespace
where ${ours} and i.indisunique order by 1`;

export const views = `
select c.relname as name, coalesce(c.reloptions, '{}')::text[] as options
from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours} and c.relkind = 'v' order by 1`;

/** Who may execute the functions of the definer, besides their owner. */
export const functionGrants = `
select p.proname::text as name,
  array(select pg_get_userbyid(g.grantee)::text from aclexplode(p.proacl) g
        where g.grantee not in (0, p.proowner) order by 1) as roles
from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${ours} and p.prosecdef order by 1`;

/** One row per privilege of someone who is not the owner; \`column\` is null for the whole table. */
export const grants = `
select c.relname as "table", null::text as "column", g.privilege_type as privilege, g.is_grantable as grantable,
  case g.grantee when 0 then 'PUBLIC' else pg_get_userbyid(g.grantee)::text end as role
from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join aclexplode(c.relacl) g
where ${ours} and c.relkind in ('r', 'p', 'v', 'm', 'f') and g.grantee <> c.relowner
  -- Only servers from version 17 on have it, where jobs vacuum the tables.
  and not (g.privilege_type = 'MAINTAIN' and g.grantee = 'palimpsest_worker'::regrole)
union all
select c.relname, a.attname, g.privilege_type, g.is_grantable,
  case g.grantee when 0 then 'PUBLIC' else pg_get_userbyid(g.grantee)::text end
from pg_class c join pg_namespace n on n.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid cross join aclexplode(a.attacl) g
where ${ours} and g.grantee <> c.relowner`;

export const functions = `
select p.oid::regprocedure::text as name, p.prosecdef as definer, pg_get_userbyid(p.proowner)::text as owner,
  coalesce(p.proconfig, '{}')::text[] as config,
  exists (select 1 from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g where g.grantee = 0) as public
from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${ours} order by 1`;

export const schemaGrants = `
select case g.grantee when 0 then 'PUBLIC' else pg_get_userbyid(g.grantee)::text end as role, g.privilege_type as privilege
from pg_namespace n cross join aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) g
where ${ours} and g.grantee <> n.nspowner order by 1, 2`;

export const roles = `
select r.rolname as name,
  array_remove(array[case when r.rolsuper then 'superuser' end, case when r.rolbypassrls then 'bypassrls' end,
    case when r.rolcanlogin then 'login' end, case when r.rolcreaterole then 'createrole' end,
    case when r.rolcreatedb then 'createdb' end, case when r.rolreplication then 'replication' end], null) as powers,
  array(select pg_get_userbyid(m.roleid)::text from pg_auth_members m where m.member = r.oid) as member_of,
  array(select c.relname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where ${ours} and c.relowner = r.oid) as owns
from pg_roles r where r.rolname in ('palimpsest_app', 'palimpsest_worker', 'palimpsest_definer') order by 1`;
