/**
 * The schema as text, one query per part, each giving `line`s in a fixed order. Only what both a server
 * and the embedded engine print alike: no oids, no owner's name but the definer's, no named not-null
 * constraints (PostgreSQL 18 lists them, 17 does not).
 */
const inSchema = "n.nspname = 'palimpsest'";

const tables = `
select format('table %s%s%s', c.relname,
         case when c.relrowsecurity then ' rls' else '' end,
         case when c.relforcerowsecurity then ' forced' else '' end) as line
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where ${inSchema} and c.relkind in ('r', 'p')
order by c.relname collate "C"`;

const columns = `
select format('column %s.%s %s%s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
         case when a.attnotnull then ' not null' else '' end,
         case when a.attidentity <> '' then ' identity' else '' end,
         case when d.adbin is null then ''
              when a.attgenerated <> '' then ' generated as ' || pg_get_expr(d.adbin, d.adrelid)
              else ' default ' || pg_get_expr(d.adbin, d.adrelid) end) as line
from pg_class c join pg_namespace n on n.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
where ${inSchema} and c.relkind in ('r', 'p')
order by c.relname collate "C", a.attnum`;

const constraints = `
select format('constraint %s.%s %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) as line
from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
where ${inSchema} and k.contype in ('c', 'f', 'p', 'u', 'x')
order by c.relname collate "C", k.conname collate "C"`;

const indexes = `
select format('%s', indexdef) as line from pg_indexes
where schemaname = 'palimpsest'
order by tablename collate "C", indexname collate "C"`;

const sequences = `
select format('sequence %s', c.relname) as line
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where ${inSchema} and c.relkind = 'S' order by c.relname collate "C"`;

const types = `
select format('type %s (%s)', t.typname, string_agg(e.enumlabel, ', ' order by e.enumsortorder)) as line
from pg_type t join pg_namespace n on n.oid = t.typnamespace join pg_enum e on e.enumtypid = t.oid
where ${inSchema} group by t.typname order by t.typname collate "C"`;

const policies = `
select format('policy %s.%s %s for %s to %s using (%s) check (%s)', tablename, policyname, permissive, cmd,
         array_to_string(roles, ', '), coalesce(qual, '-'), coalesce(with_check, '-')) as line
from pg_policies where schemaname = 'palimpsest'
order by tablename collate "C", policyname collate "C"`;

const functions = `
select format('%sowner %s', pg_get_functiondef(p.oid),
         case when p.proowner = n.nspowner then 'OWNER' else pg_get_userbyid(p.proowner) end) as line
from pg_proc p join pg_namespace n on n.oid = p.pronamespace
where ${inSchema} and p.prokind in ('f', 'p')
order by p.proname collate "C", pg_get_function_identity_arguments(p.oid) collate "C"`;

const views = `
select format('view %s (%s) as%s%s', c.relname, coalesce(array_to_string(c.reloptions, ', '), ''), chr(10),
         pg_get_viewdef(c.oid, true)) as line
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where ${inSchema} and c.relkind in ('v', 'm') order by c.relname collate "C"`;

const triggers = `
select pg_get_triggerdef(t.oid) as line
from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
where ${inSchema} and not t.tgisinternal order by c.relname collate "C", t.tgname collate "C"`;

// An object without an acl has its built-in default grants, which acldefault spells out alike.
const grants = `
with object as (
  select 'schema' as kind, n.nspname::text as name, n.nspowner as owner,
    coalesce(n.nspacl, acldefault('n', n.nspowner)) as acl
  from pg_namespace n where ${inSchema}
  union all
  select case c.relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end, c.relname, c.relowner,
    coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner))
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where ${inSchema} and c.relkind in ('r', 'p', 'v', 'm', 'S')
  union all
  select 'column', c.relname || '.' || a.attname, c.relowner, a.attacl
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where ${inSchema} and a.attacl is not null
  union all
  select 'function', p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')', p.proowner,
    coalesce(p.proacl, acldefault('f', p.proowner))
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${inSchema}
)
select format('grant %s on %s %s to %s', string_agg(lower(g.privilege_type), ', ' order by g.privilege_type),
         o.kind, o.name, case when g.grantee = 0 then 'public' else pg_get_userbyid(g.grantee) end) as line
from object o cross join lateral aclexplode(o.acl) g
where g.grantee <> o.owner
  -- Servers before version 17 do not know it.
  and g.privilege_type <> 'MAINTAIN'
group by o.kind, o.name, g.grantee
order by o.kind collate "C", o.name collate "C",
  (case when g.grantee = 0 then 'public' else pg_get_userbyid(g.grantee) end) collate "C"`;

export const dumpParts = {
  tables,
  columns,
  constraints,
  indexes,
  sequences,
  types,
  policies,
  functions,
  views,
  triggers,
  grants,
};
