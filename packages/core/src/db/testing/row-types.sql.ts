/** The columns of every table, with what a check constraint says of its values. */
export const tableColumns = `
select c.relname::text as table, a.attname::text as column, format_type(a.atttypid, null) as type,
  a.attnotnull as required,
  (select pg_get_constraintdef(k.oid) from pg_constraint k
   where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
     and pg_get_constraintdef(k.oid) ~ '(= ANY \\(ARRAY\\[)|^CHECK \\(\\(jsonb_typeof\\([a-z]+\\) = ') as allowed
from pg_class c join pg_namespace n on n.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where n.nspname = 'palimpsest' and c.relkind = 'r' and c.relname <> 'schema_migration'
order by c.relname collate "C", a.attnum`;
