import type { Database } from "../../db/index.js";

/**
 * Takes deleted rows out of the tables, which keep them until then. Their owner may do that, and from version 17 of the
 * server on a login that runs jobs. False: this process may not, so the server's autovacuum has to.
 */
export async function vacuumTables(db: Database): Promise<boolean> {
  return db.ownerStatements(async (tx) => {
    const tables = await tx.query<{ name: string; allowed: boolean }>(
      `select format('%I.%I', n.nspname, c.relname) as name,
         case when pg_has_role(current_user, c.relowner, 'member') then true
           when current_setting('server_version_num')::integer >= 170000 then has_table_privilege(c.oid, 'MAINTAIN')
           else false end as allowed
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'palimpsest' and c.relkind = 'r' order by c.relname`,
    );
    if (tables.some(({ allowed }) => !allowed)) return false;
    for (const { name } of tables) await tx.query(`vacuum ${name}`);
    return true;
  });
}
