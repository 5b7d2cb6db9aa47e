import type { Database } from "../../db/index.js";

/**
 * Takes deleted rows out of the tables, which keep them until then. Only their owner may do that. False: this process
 * does not log in as the owner, so the server's autovacuum has to.
 */
export async function vacuumTables(db: Database): Promise<boolean> {
  return db.ownerStatements(async (tx) => {
    const tables = await tx.query<{ name: string; own: boolean }>(
      `select format('%I.%I', n.nspname, c.relname) as name, pg_has_role(current_user, c.relowner, 'member') as own
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'palimpsest' and c.relkind = 'r' order by c.relname`,
    );
    if (tables.some(({ own }) => !own)) return false;
    for (const { name } of tables) await tx.query(`vacuum ${name}`);
    return true;
  });
}
